// Writes a new version. What is typed stays in this tab until it is published.
import { useState } from "react";
import { VersionComparison } from "../../domain/versions/VersionComparison";
import type { VersionPart } from "../../domain/versions/VersionComparison";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { LongTextField } from "../../parts/Fields";
import { showNotice } from "../../feedback/notices";
import { useForm } from "../../parts/useForm";
import { FilesEditor } from "./FilesEditor";
import { contentToParts } from "./assetContent";
import type { AssetDetail, AssetKind } from "./assetKinds";
import { useAssetMutations } from "./useAssetMutations";
import { ErrorText } from "../../parts/ErrorText";
import style from "./ContentEditor.module.css";

interface Props {
  kind: AssetKind;
  asset: AssetDetail;
  onClose: () => void;
}

interface Draft {
  parts: readonly VersionPart[];
  /** The number of the version that it began with. */
  base: number;
}

export function ContentEditor({ kind, asset, onClose }: Props) {
  const { publish } = useAssetMutations(kind);
  const newest = asset.versions.at(-1) ?? 0;
  const active = asset.activeVersion;
  const empty: VersionPart[] = [{ name: kind.hasFiles ? "SKILL.md" : "", text: "" }];
  const initialParts = active === null ? empty : contentToParts(active);
  const { draft, change, submit, isSending, problemOf } = useForm<Draft>(`${kind.name}.content.${asset.id}`, {
    parts: initialParts,
    base: active?.version ?? 0,
  });
  const [isComparing, setComparing] = useState(false);
  const isReady = draft.parts.some(({ text }) => text !== "") && !isSending;
  const isChanged = JSON.stringify(draft.parts) !== JSON.stringify(initialParts);
  const isOutdated = active !== null && active.version !== draft.base;

  const send = () =>
    void submit(async ({ parts }) => {
      await publish(asset.id, parts);
      showNotice({ tone: "good", text: `Version ${newest + 1} is published. Agents receive it from now on.` });
      onClose();
    });
  useCommands([
    { title: "Publish", keys: "mod+Enter", group: "Editor", worksInFields: true, run: () => isReady && send() },
    { title: "Close the editor", keys: "Escape", group: "Editor", worksInFields: true, run: onClose },
  ]);

  return (
    <div className={style.editor}>
      <div className={style.bar}>
        <Button look="main" disabled={!isReady} onClick={send}>
          Publish version {newest + 1} <ShortcutKeys keys="mod+Enter" />
        </Button>
        {active !== null && (
          <Button aria-pressed={isComparing} onClick={() => setComparing(!isComparing)}>
            {isComparing ? "Back to editing" : "Show changes"}
          </Button>
        )}
        {isChanged && (
          <Button look="bare" onClick={() => change({ parts: initialParts, base: active?.version ?? 0 })}>
            Start over
          </Button>
        )}
        <Button look="bare" onClick={onClose}>
          Close <ShortcutKeys keys="Escape" />
        </Button>
      </div>
      {isOutdated && (
        <p className={style.note}>
          You started from {draft.base === 0 ? "nothing" : `version ${draft.base}`}, and version {active.version} is
          active now. Check the changes before you publish.
        </p>
      )}
      {problemOf(null) !== undefined && (
        <div className={style.problem}>
          <ErrorText text={problemOf(null)} />
        </div>
      )}
      {isComparing && active !== null ? (
        <VersionComparison
          before={{ label: `Version ${active.version}`, parts: contentToParts(active) }}
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
