// The head of a file, that of a hunk, and what replaces lines.
import { ChevronDown, ChevronRight } from "lucide-react";
import { visible } from "../../../../domain/code/visible";
import { Counts } from "../Counts";
import type { FileView, HunkView } from "./views";
import style from "./Heads.module.css";

const kindWords = { added: "new", removed: "deleted", renamed: "renamed", copied: "copied", changed: null } as const;

export function FileHead({ view, isFolded, onFold }: { view: FileView; isFolded: boolean; onFold: () => void }) {
  const { file, path } = view;
  const Sign = isFolded ? ChevronRight : ChevronDown;
  const word = kindWords[file.kind];
  const slash = path.lastIndexOf("/") + 1;
  return (
    <div className={style.file}>
      <button type="button" className={style.fold} aria-expanded={!isFolded} onClick={onFold}>
        <Sign size={15} aria-hidden />
        <h3 className={style.path} title={path}>
          {word !== null && file.oldPath !== null && file.newPath !== null && (
            <>
              <bdi className={style.folder}>{visible(file.oldPath)}</bdi>
              <span className={style.folder}> → </span>
            </>
          )}
          <bdi>
            <span className={style.folder}>{visible(path.slice(0, slash))}</span>
            {visible(path.slice(slash))}
          </bdi>
        </h3>
      </button>
      {view.part.label !== null && <span className={style.word}>{view.part.label}</span>}
      {word !== null && <span className={style.word}>{word}</span>}
      <Counts added={file.added} removed={file.removed} />
    </div>
  );
}

export function HunkHead({ hunk: { hunk } }: { hunk: HunkView }) {
  return (
    <div className={style.hunk}>
      <span>{hunk.newStart > 0 ? `Line ${hunk.newStart}` : `Line ${hunk.oldStart}`}</span>
      {hunk.section !== "" && <code>{visible(hunk.section)}</code>}
    </div>
  );
}

export function Note({ text }: { text: string }) {
  return <p className={style.note}>{visible(text)}</p>;
}
