// What failed, what the agent did last, what was tried, and what can be done: at the top of a failed run.
import { useState } from "react";
import { Link } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectMutation, useProjectQuery } from "../../../live/projectHooks";
import { usePerform } from "../../../live/usePerform";
import { useHasPermission, useProjectHref } from "../../../project/project";
import { Button, ButtonLink } from "../../../parts/Button";
import { failureText } from "../../../domain/runs/failureText";
import { CopyButton } from "../../../parts/CopyButton";
import { RestartDialog } from "../RestartDialog";
import type { Run } from "../useRun";
import { failedStep, lastLines, lastToolCall } from "./failedStep";
import type { FailedStep } from "./failedStep";
import style from "./RunFailure.module.css";

export function RunFailure({ run }: { run: Run }) {
  const failed = failedStep(run);
  const tried = triedText(failed?.tries ?? 0, run.attempt);
  return (
    <section className={style.failure} aria-label="What failed">
      <h2 dir="auto">{run.failureReason === "gate" ? "A gate has not passed" : headline(failed, run.round)}</h2>
      <p className={style.reason} dir="auto">
        {failureText(run)}
      </p>
      {failed?.step.sandboxId != null && <LastToolCall run={run} sandboxId={failed.step.sandboxId} />}
      {tried !== null && <p className={style.note}>{tried}</p>}
      {failed?.step.sandbox?.folder != null && <Worktree folder={failed.step.sandbox.folder} />}
      <Remedies run={run} failed={failed} />
    </section>
  );
}

function headline(failed: FailedStep | null, round: number): string {
  if (failed === null) return `${round === 0 ? "The run" : `Round ${round}`} failed before its first step`;
  const { stepIndex, name, status } = failed.step;
  const step = `tep ${stepIndex + 1}, ${name}`;
  return status === "failed" ? `S${step}, failed` : `The run failed during s${step}`;
}

function triedText(tries: number, attempt: number): string | null {
  const times = tries > 1 ? `The step was tried ${tries} times.` : "";
  const restarts = attempt > 1 ? `This is attempt ${attempt} of the run.` : "";
  const text = `${times} ${restarts}`.trim();
  return text === "" ? null : text;
}

/** The same query as that of the transcript, so the answer is often there already. */
const newestFirst = { order: "newestFirst" as const, paginationOpts: { numItems: 50, cursor: null } };

function LastToolCall({ run, sandboxId }: { run: Run; sandboxId: string }) {
  const href = useProjectHref();
  const found = useProjectQuery(api.messages.dashboard.list, { sandboxId, ...newestFirst });
  const last = found.kind === "ready" ? lastToolCall(found.value.page) : null;
  if (last === null) return null;
  const { message, call } = last;
  const output = call.output === null ? "" : lastLines(call.output);
  return (
    <figure className={style.call}>
      <figcaption>
        {call.state === "failed" ? "The last tool call that failed" : "The last tool call"}:{" "}
        <Link href={`${href(`runs/${run.runNumber}`)}?sandbox=${sandboxId}&message=${message.id}`}>
          <bdi>{call.title}</bdi>
        </Link>
      </figcaption>
      {output !== "" && (
        <pre tabIndex={0} aria-label="Output of the tool call">
          {output}
        </pre>
      )}
    </figure>
  );
}

function Worktree({ folder }: { folder: string }) {
  return (
    <p className={style.note}>
      The worktree is on the machine of the runner, in{" "}
      <span className={style.folder}>
        <code>{folder}</code>
        <CopyButton text={folder} what="Copy the folder of the worktree" />
      </span>
    </p>
  );
}

function Remedies({ run, failed }: { run: Run; failed: FailedStep | null }) {
  const mayWrite = useHasPermission("work:write");
  const href = useProjectHref();
  const restart = useProjectMutation(api.runs.dashboard.restart);
  const { perform, isPending } = usePerform();
  const [isEditing, setEditing] = useState(false);
  const fromStep = failed?.mayBeginRestart === true ? failed.step.stepIndex : 0;
  return (
    <div className={style.remedies}>
      {mayWrite && (
        <>
          <Button
            look="main"
            disabled={isPending}
            onClick={() =>
              void perform(() => restart({ runId: run.id, fromStep }), "A new attempt waits for a runner.")
            }
          >
            {fromStep === 0 ? "Restart the run" : `Restart from step ${fromStep + 1}`}
          </Button>
          <Button onClick={() => setEditing(true)}>Restart with another task…</Button>
        </>
      )}
      <ButtonLink href={href(`runs/${run.runNumber}/diff`)}>See what it changed</ButtonLink>
      {run.failureReason === "gate" && (
        <ButtonLink href={href(`runs/${run.runNumber}/proof`)}>See the proof</ButtonLink>
      )}
      {isEditing && <RestartDialog run={run} onClose={() => setEditing(false)} />}
    </div>
  );
}
