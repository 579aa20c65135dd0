// run.execute: the steps of a run, one after the other, in one worktree.
import type { Claim, Run } from "../../service/claims";
import type { Job } from "../../jobs/contract";
import { isPermanentError } from "../../jobs/isPermanentError";
import { truncate } from "../../text/truncate";
import { answerFeedback } from "./answerFeedback";
import { performIterations } from "./iterations";
import { planOf } from "./plan";
import type { Plan } from "./plan";
import { proposePullRequestOfRun } from "./pullRequest";
import { pushWork } from "./pushWork";
import { resumeRun } from "./resume";
import { removeFinishedWorktree, prepareRun, newestCommit, reportResult } from "./context";
import type { RunContext, RunTools } from "./context";

/** Returns the branch with the work. `snapshot` is null when the run has ended already. */
export async function executeRun(job: Job<Claim, RunTools>, snapshot: Run | null): Promise<string | null> {
  if (snapshot === null) return null;
  const { activeWork, locks } = job.tools;
  // A round may begin as soon as the run is completed, while its worktree and the record of it are being removed.
  return await locks.runExclusively(snapshot.id, async () => {
    activeWork.add(snapshot.id);
    try {
      const run = await completed(job, snapshot, snapshot.more);
      return await executeSteps(job, planOf(await completedRound(job), run));
    } finally {
      activeWork.delete(snapshot.id);
    }
  });
}

async function executeSteps(job: Job<Claim, RunTools>, plan: Plan): Promise<string> {
  const work = await prepareRun(job, plan);
  try {
    return await performSteps(work);
  } catch (error) {
    if (!job.signal.aborted && isPermanentError(error)) await answerThatItFailed(work);
    throw error;
  }
}

/** Whatever happens meanwhile, the job ends for the reason that it had. */
async function answerThatItFailed(work: RunContext): Promise<void> {
  await answerFeedback(work, { kind: "failed" }, work.beginning).catch((error: unknown) => {
    work.job.reportProgress(`could not answer the threads: ${error instanceof Error ? error.message : String(error)}`);
  });
}

async function performSteps(work: RunContext): Promise<string> {
  const { job, run } = work;
  const { call, tools } = job;
  const { stepsDone, resumable } = await resumeRun(work);
  await call("run.updateStatus", { runId: run.id, status: "running" });
  const performed = await performIterations(work, { stepsDone, resumable });
  // Work that has not passed is pushed too: somebody may look at it and accept it.
  const ending = tools.configuration.push === "never" ? performed : await pushWork(work, performed);
  const commit = await newestCommit(work);
  await reportResult(work);
  if (ending.kind === "stopped") {
    await call("run.updateStatus", { runId: run.id, status: "cancelled" });
    return work.worktree.branch;
  }
  if (ending.kind === "unproven") {
    await answerFeedback(work, ending, commit);
    const error = truncate(ending.reason, maxErrorLength);
    await call("run.updateStatus", { runId: run.id, status: "failed", reason: "gate", error });
    return work.worktree.branch;
  }
  if (tools.configuration.push !== "never") await proposePullRequestOfRun(work, commit);
  await answerFeedback(work, ending, commit);
  await call("run.updateStatus", { runId: run.id, status: "completed" });
  await removeFinishedWorktree(work);
  return work.worktree.branch;
}

/** The service takes as many characters. */
const maxErrorLength = 10_000;

type RoundClaim = Extract<Claim, { kind: "run.continue" }>;

/** Returns the claim of a round with the items that did not fit into it. Its steps are taken from the run. */
async function completedRound(job: Job<Claim, RunTools>): Promise<Claim> {
  const { claim } = job;
  if (claim.kind !== "run.continue") return claim;
  const items = (claim.more ?? []).filter(({ path }) => path[0] === "feedback");
  return await completed<RoundClaim>(job, claim, items);
}

/** Returns what was delivered with the parts that did not fit into the claim. */
async function completed<Delivered extends Run | RoundClaim>(
  { call }: Job,
  delivered: Delivered,
  more: Run["more"],
): Promise<Delivered> {
  const whole = structuredClone(delivered);
  for (const { path, operation, args } of more) {
    const part = await call(operation, args);
    const place = path.slice(0, -1).reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], whole);
    (place as Record<string, unknown>)[String(path.at(-1))] = part;
  }
  return whole;
}
