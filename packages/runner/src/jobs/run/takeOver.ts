// What an earlier claim of the same attempt has left: steps that are done, steps that were begun, and a worktree.
import { head, keepUncommitted, resetTo } from "../../git/commits";
import { headOf } from "../../git/worktree";
import { isAncestor } from "../../git/mirror";
import type { StepNow } from "../../service/operations";
import type { SessionRecord } from "../../state/records";
import { remember, reportWork, turnsDone } from "./work";
import type { RunWork } from "./work";

interface TakenOver {
  stepsDone: Set<number>;
  /** The session of an agent that was interrupted here and can go on. */
  resumable: SessionRecord | null;
}

export async function takeOver(work: RunWork): Promise<TakenOver> {
  const { job, run, worktree } = work;
  const record = await job.tools.records.read(run.id);
  const mine = record?.attempt === run.attempt && record.worktree === worktree.folder ? record : null;
  await catchUp(work);
  const done = await turnsDone(work);
  const { steps } = await job.call("run.get", { runId: run.id });
  const ours = steps.filter(({ attempt }) => attempt === run.attempt);
  const open = ours.filter(({ status }) => status === "pending" || status === "running");
  const session = mine?.session ?? null;
  const resumable =
    session !== null &&
    session.canResume &&
    worktree.isAdopted &&
    open.some(({ id }) => id === session.stepId) &&
    !done.has(session.turn)
      ? session
      : null;
  for (const step of open) await settle(work, step, done, resumable);
  if (resumable === null) await clearAway(work);
  await remember(work);
  const reported = ours.filter(({ status }) => status === "completed").map(({ stepIndex }) => stepIndex);
  return { stepsDone: new Set([...done.keys(), ...reported]), resumable };
}

/** Another runner may have pushed steps that the worktree here does not have. */
async function catchUp({ mirror, worktree }: RunWork): Promise<void> {
  const newest = await headOf(mirror, worktree.branch);
  if (newest === null || newest === (await head(worktree.folder))) return;
  if (await isAncestor(mirror, newest, await head(worktree.folder))) return;
  await resetTo(worktree.folder, newest);
}

/** A step whose commit is on the branch is completed, others are cancelled. */
async function settle(
  work: RunWork,
  step: StepNow,
  done: Map<number, string>,
  resumable: SessionRecord | null,
): Promise<void> {
  const { call } = work.job;
  if (step.sandboxId !== null) await finishMessages(work, step.sandboxId);
  if (step.id === resumable?.stepId) return;
  const commit = done.get(step.stepIndex);
  if (commit !== undefined && step.sandboxId !== null) await reportWork(work, step.sandboxId, `${commit}^`, commit);
  if (step.sandboxId !== null) await call("sandbox.updateStatus", { sandboxId: step.sandboxId, status: "stopped" });
  const status = commit === undefined ? "cancelled" : "completed";
  await call("runStep.updateStatus", { stepId: step.id, status });
}

/** Messages that the earlier claim could not finish end with the text that the service has. */
async function finishMessages({ job }: RunWork, sandboxId: string): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const messages = await job.call(
      "message.listBySandbox",
      after === undefined ? { sandboxId } : { sandboxId, after },
    );
    for (const { messageId, status, content } of messages) {
      if (status !== "streaming" || messageId === null) continue;
      await job.call("message.streamFinalize", { sandboxId, messageId, finalContent: content });
    }
    const last = messages.at(-1)?.id;
    if (last === undefined) return;
    after = last;
  }
}

/** Work that nobody continues is kept beside the branch, and the step begins anew from the last commit. */
async function clearAway({ run, mirror, worktree, author }: RunWork): Promise<void> {
  if (!worktree.isAdopted) return;
  const { folder } = worktree;
  await keepUncommitted(mirror, folder, `run-${run.runNumber}-${run.attempt}`, author);
  await resetTo(folder, (await headOf(mirror, worktree.branch)) ?? (await head(folder)));
}
