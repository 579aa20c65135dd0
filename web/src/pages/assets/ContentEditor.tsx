// Writes a new version. What is typed stays in this tab until it is published.
import { useState } from "react";
import { Comparison } from "../../domain/versions/Comparison";
import type { Part } from "../../domain/versions/Comparison";
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { Button } from "../../parts/Button";
import { LongTextField } from "../../parts/Fields";
import { showNotice } from "../../feedback/notices";
import { useForm } from "../../parts/useForm";
import { FilesEditor } from "./FilesEditor";
import { partsOf } from "./content";
import type { AssetDetail, Kind } from "./kinds";
import { useAssetWrites } from "./useAssetWrites";
import { Problem } from "../../parts/Problem";
import style from "./ContentEditor.module.css";

interface Props {
  kind: Kind;
  asset: AssetDetail;
  onClose: () => void;
}

interface Draft {
  parts: readonly Part[];
  /** The number of the version that it began with. */
  base: number;
}

export function ContentEditor({ kind, asset, onClose }: Props) {
  const { publish } = useAssetWrites(kind);
  const newest = asset.versions.at(-1) ?? 0;
  const active = asset.activeVersion;
  const empty: Part[] = [{ name: kind.hasFiles ? "SKILL.md" : "", text: "" }];
  const begun = active === null ? empty : partsOf(active);
  const { draft, change, submit, isSending, problemOf } = useForm<Draft>(`${kind.name}.content.${asset.id}`, {
    parts: begun,
    base: active?.version ?? 0,
  });
  const [isComparing, setComparing] = useState(false);
  const isReady = draft.parts.some(({ text }) => text !== "") && !isSending;
  const isChanged = JSON.stringify(draft.parts) !== JSON.stringify(begun);
  const isOutdated = active !== null && active.version !== draft.base;

  const send = () =>
    void submit(async ({ parts }) => {
      await publish(asset.id, parts);
      showNotice({ tone: "good", text: `Version ${newest + 1} is published. Agents receive it from now on.` });
      onClose();
    });
  useCommands([
    { title: "Publish", keys: "mod+Enter", group: "Editor", worksInFields: true, run: () => isReady && send() },
    { title: "Stop writing", keys: "Escape", group: "Editor", worksInFields: true, run: onClose },
  ]);

  return (
    <div className={style.editor}>
      <div className={style.bar}>
        <Button look="main" disabled={!isReady} onClick={send}>
          Publish version {newest + 1} <Keys of="mod+Enter" />
        </Button>
        {active !== null && (
          <Button aria-pressed={isComparing} onClick={() => setComparing(!isComparing)}>
            {isComparing ? "Continue writing" : "Show what changes"}
          </Button>
        )}
        {isChanged && (
          <Button look="bare" onClick={() => change({ parts: begun, base: active?.version ?? 0 })}>
            Begin again
          </Button>
        )}
        <Button look="bare" onClick={onClose}>
          Close <Keys of="Escape" />
        </Button>
      </div>
      {isOutdated && (
        <p className={style.note}>
          You began with {draft.base === 0 ? "nothing" : `version ${draft.base}`}, and version {active.version} is
          active now. Look at what changes before you publish.
        </p>
      )}
      {problemOf(null) !== undefined && (
        <div className={style.problem}>
          <Problem text={problemOf(null)} />
        </div>
      )}
      {isComparing && active !== null ? (
        <Comparison
          before={{ label: `Version ${active.version}`, parts: partsOf(active) }}
          after={{ label: "Your text", parts: draft.parts }}
        />
      ) : (
        <div className={style.fields}>
          {kind.hasFiles ? (
            <FilesEditor parts={draft.parts} onChange={(parts) => change({ parts })} />
          ) : (
            <LongTextField
              label="Content"
              isCode
              autoFocus
              value={draft.parts[0]?.text ?? ""}
              onChange={(text) => change({ parts: [{ name: "", text }] })}
            />
          )}
        </div>
      )}
    </div>
  );
}
