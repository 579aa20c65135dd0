// What an earlier claim of the same attempt has left: steps that are done, steps that were begun, and a worktree.
import { saveUncommittedWork, resetTo } from "../../git/commits";
import { quarantineFolder } from "../../git/worktree";
import { UnusableRepositoryError } from "../../git/importObjects";
import { GitError } from "../../git/git";
import type { RunStep } from "../../service/operations";
import type { SessionRecord } from "../../state/workRecords";
import { completeStep } from "./completeStep";
import { readReply } from "./judgement";
import { turnOf } from "./plan";
import { publishStep, expectsOutput, newestCommit, findCommittedTurns } from "./context";
import type { RunContext, Shown } from "./context";

/** A step of the service, with its turn here. */
type StepNow = RunStep & { turn: number };

interface ResumedRun {
  stepsDone: Set<number>;
  /** The session of an agent that was interrupted here and can continue. */
  resumable: SessionRecord | null;
}

export async function resumeRun(work: RunContext): Promise<ResumedRun> {
  const { job, run, worktree } = work;
  const record = await job.tools.records.read({ subjectId: run.id, attempt: run.attempt });
  const committed = await findCommittedTurns(work);
  const { steps } = await job.call("run.get", { runId: run.id });
  // A service of an earlier version knows no rounds.
  const number = work.round?.number ?? 0;
  const isPresent = (round: number) => (number === 0 ? !(round > 0) : round === number);
  const present = steps.filter(({ attempt, round }) => attempt === run.attempt && isPresent(round));
  const ours = present.flatMap((step) => {
    const turn = turnOf(work, step.stepIndex);
    return turn === null ? [] : [{ ...step, turn }];
  });
  // A commit can say anything, but the service has a row of each step that was begun.
  const done = new Map([...committed].filter(([turn]) => ours.some((step) => step.turn === turn)));
  const open = ours.filter(({ status }) => status === "pending" || status === "running");
  const session = record?.worktree === worktree.folder ? record.session : null;
  const resumable =
    session !== null &&
    session.canResume &&
    worktree.isAdopted &&
    open.some(({ id }) => id === session.stepId) &&
    !done.has(session.turn) &&
    // Where somebody has pushed meanwhile, the step starts again at the newest commit.
    session.start === (await newestCommit(work))
      ? session
      : null;
  for (const step of ours) noteShown(work, step);
  noteShownBefore(work, steps);
  for (const step of open) await settle(work, step, done, { session, resumable });
  if (resumable === null) await clearAway(work);
  // A step that was reported is done again where its commit is on no branch any more: each step has one. The commits of
  // those that a restart has kept are behind the beginning.
  const kept = ours.filter(({ keptFromAttempt }) => keptFromAttempt !== null).map(({ turn }) => turn);
  return { stepsDone: new Set([...done.keys(), ...kept]), resumable };
}

/** How a step was judged that an earlier claim has completed. */
function noteShown({ shown }: RunContext, step: StepNow): void {
  const result = resultOf(step);
  if (result !== null) shown.set(step.turn, result);
}

/** A round may have to mend what the gates have found before it, also when nobody has said so. */
function noteShownBefore({ run, round, workflowSteps, shownBefore }: RunContext, steps: readonly RunStep[]): void {
  const number = round?.number ?? 0;
  const before = steps.filter((step) => step.attempt === run.attempt && (step.round ?? 0) < number);
  for (const step of before.toSorted((one, other) => one.createdAt - other.createdAt)) {
    const result = step.gate === null ? null : resultOf(step);
    if (result !== null) shownBefore.set(step.stepIndex % workflowSteps, result);
  }
}

function resultOf({ id: stepId, status, verdict, proof, testResults = null, qualityScores }: RunStep): Shown | null {
  if (status !== "completed" || verdict === null) return null;
  const { commit = null, exitCode = null, output = null } = proof ?? {};
  return { stepId, ...verdict, commit, exitCode, output, testResults, qualityScores };
}

interface Sessions {
  session: SessionRecord | null;
  resumable: SessionRecord | null;
}

/**
 * A step whose commit is on the branch is completed, others are cancelled. A step whose output is lost is done again,
 * on top of what it has committed.
 */
async function settle(work: RunContext, step: StepNow, done: Map<number, string>, sessions: Sessions): Promise<void> {
  const { call } = work.job;
  const { session, resumable } = sessions;
  const { id: stepId, sandboxId, turn } = step;
  if (sandboxId !== null) await finishMessages(work, sandboxId);
  if (stepId === resumable?.stepId) return;
  const planned = work.run.steps[turn % work.run.steps.length];
  const given = session?.stepId === stepId ? session.output : undefined;
  const reply = planned === undefined ? "" : readReply(planned, expectsOutput(work, turn), given);
  if (typeof reply === "string") done.delete(turn);
  const commit = done.get(turn);
  if (commit !== undefined) await publishStep(work, sandboxId, `${commit}^`, commit);
  if (sandboxId !== null) await call("sandbox.updateStatus", { sandboxId, status: "stopped" });
  if (commit === undefined || typeof reply === "string") {
    return void (await call("runStep.updateStatus", { stepId, status: "cancelled" }));
  }
  await completeStep(work, { stepId, turn, commit, reply, more: {} });
}

/** Messages that the earlier claim could not finish end with the text that the service has. */
async function finishMessages({ job }: RunContext, sandboxId: string): Promise<void> {
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

/**
 * Work that nobody continues is kept beside the branch, and the step starts again from the last commit, which another
 * runner may have pushed. An agent may have left a worktree in which git cannot work. The next attempt then begins with
 * a fresh one.
 */
async function clearAway({ job, run, mirror, worktree, author }: RunContext): Promise<void> {
  if (!worktree.isAdopted) return;
  const { folder } = worktree;
  try {
    await saveUncommittedWork(mirror, folder, `run-${run.runNumber}-${run.attempt}`, author);
    await resetTo(mirror, folder, await newestCommit({ mirror, worktree }));
  } catch (error) {
    if (!(error instanceof GitError || error instanceof UnusableRepositoryError)) throw error;
    const aside = await quarantineFolder(folder, job.tools.folders.quarantine);
    throw new Error(`The worktree could not be used and is now ${aside}. ${error.message}`, { cause: error });
  }
}
