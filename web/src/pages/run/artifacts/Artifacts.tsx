// The files that a run has made for people to look at. Their names and bytes are data from outside.
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";
import { pictureType } from "#convex/lib/mediaTypes";
import { showInvisible } from "../../../domain/code/showInvisible";
import { usePerform } from "../../../live/usePerform";
import { Button } from "../../../parts/Button";
import { Dialog } from "../../../parts/Dialog";
import { sizeText } from "../files/sizeText";
import { stepLocationNote } from "../stepLocationText";
import type { Run } from "../useRun";
import { Picture } from "./Picture";
import { useArtifactContent } from "./useArtifactContent";
import style from "./Artifacts.module.css";

export type Artifact = FunctionReturnType<typeof api.runs.dashboard.proof>["artifacts"][number];

interface Props {
  run: Pick<Run, "steps" | "attempt">;
  artifacts: readonly Artifact[];
}

export function Artifacts({ run, artifacts }: Props) {
  const [opened, setOpened] = useState<{ name: string; source: string } | null>(null);
  if (artifacts.length === 0) return null;
  return (
    <section className={style.artifacts} aria-label="Artifacts">
      <h2>Artifacts</h2>
      <ul className={style.list}>
        {artifacts.map((artifact) => (
          <li key={artifact.id} className={style.item}>
            {pictureType(artifact.mediaType) !== null && (
              <Picture artifact={artifact} onOpen={(source) => setOpened({ name: artifact.name, source })} />
            )}
            <bdi className={style.name}>{showInvisible(artifact.name)}</bdi>
            <StepOf run={run} stepId={artifact.stepId} />
            <span className={style.note}>
              {sizeText(artifact.size)}, {artifact.mediaType}
            </span>
            <DownloadButton artifact={artifact} />
          </li>
        ))}
      </ul>
      {opened !== null && (
        <Dialog
          label={opened.name}
          title={opened.name}
          onClose={() => setOpened(null)}
          buttons={<Button onClick={() => setOpened(null)}>Close</Button>}
        >
          <img className={style.whole} src={opened.source} alt={opened.name} />
        </Dialog>
      )}
    </section>
  );
}

/** A step of long ago may not be among those that the page has. */
function StepOf({ run, stepId }: { run: Props["run"]; stepId: string | null }) {
  const step = run.steps.find(({ id }) => id === stepId);
  if (step === undefined) return null;
  return (
    <span className={style.note}>
      Step {step.stepIndex + 1}, <bdi>{step.name}</bdi>
      {stepLocationNote(step, run.attempt)}
    </span>
  );
}

function DownloadButton({ artifact: { id, name } }: { artifact: Artifact }) {
  const read = useArtifactContent();
  const { perform, isPending } = usePerform();
  return (
    <Button
      aria-label={`Download ${name}`}
      disabled={isPending}
      onClick={() => void perform(async () => save(await read(id), name))}
    >
      Download
    </Button>
  );
}

/** As bytes of no type, which no browser shows by itself. */
function save(base64: string, name: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name.split(/[/\\]/).at(-1) ?? name;
  link.click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
