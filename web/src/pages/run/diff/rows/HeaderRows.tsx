// The head of a file, that of a hunk, and what replaces lines.
import { ChevronDown, ChevronRight } from "lucide-react";
import { showInvisible } from "../../../../domain/code/showInvisible";
import { ChangeCounts } from "../ChangeCounts";
import type { FileView, HunkView } from "./fileViews";
import style from "./HeaderRows.module.css";

const kindLabels = { added: "new", removed: "deleted", renamed: "renamed", copied: "copied", changed: null } as const;

export function FileHeader({ view, isFolded, onFold }: { view: FileView; isFolded: boolean; onFold: () => void }) {
  const { file, path } = view;
  const Sign = isFolded ? ChevronRight : ChevronDown;
  const word = kindLabels[file.kind];
  const slash = path.lastIndexOf("/") + 1;
  return (
    <div className={style.file}>
      <button type="button" className={style.fold} aria-expanded={!isFolded} onClick={onFold}>
        <Sign size={15} aria-hidden />
        <h3 className={style.path} title={path}>
          {word !== null && file.oldPath !== null && file.newPath !== null && (
            <>
              <bdi className={style.folder}>{showInvisible(file.oldPath)}</bdi>
              <span className={style.folder}> → </span>
            </>
          )}
          <bdi>
            <span className={style.folder}>{showInvisible(path.slice(0, slash))}</span>
            {showInvisible(path.slice(slash))}
          </bdi>
        </h3>
      </button>
      {view.part.label !== null && <span className={style.word}>{view.part.label}</span>}
      {word !== null && <span className={style.word}>{word}</span>}
      <ChangeCounts added={file.added} removed={file.removed} />
    </div>
  );
}

export function HunkHeader({ hunk: { hunk } }: { hunk: HunkView }) {
  return (
    <div className={style.hunk}>
      <span>{hunk.newStart > 0 ? `Line ${hunk.newStart}` : `Line ${hunk.oldStart}`}</span>
      {hunk.section !== "" && <code>{showInvisible(hunk.section)}</code>}
    </div>
  );
}

export function DiffNote({ text }: { text: string }) {
  return <p className={style.note}>{showInvisible(text)}</p>;
}
