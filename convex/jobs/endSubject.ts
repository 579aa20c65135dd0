// When a job ends, its subject fails or is cancelled as well, unless the subject is over already.
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { failIssueSession } from "../issueSessions/model";
import { isOpen } from "../lib/chainStatus";
import { literals } from "../lib/literals";
import { hasBudgetLeft } from "../lib/transactionBudget";
import { failMergeRun } from "../merging/model";
import { isFinal } from "../runs/status";
import { changeRunStatus } from "../runs/statusChange";
import { endChain as endSprintChain, failSprintChain } from "../sprintChains/progress";
import { isActive } from "../sprintChains/sprints";
import { endChain as endWorkChain, failWorkChain } from "../workChains/progress";
import { hasOpenJobs } from "./model";
import type { JobWork } from "./schema";
import { subjectOf } from "./work";

const failureReasons = ["job_failed", "runner_lost", "timed_out"] as const;
export const failureReason = literals(failureReasons);

export interface Failure {
  reason: (typeof failureReasons)[number];
  error: string;
}

export async function failWork(ctx: MutationCtx, work: JobWork, failure: Failure): Promise<void> {
  const { error } = failure;
  switch (work.kind) {
    case "run.execute":
    case "run.continue":
      return await failRun(ctx, work.runId, failure);
    // When a chain has lost its runner, nobody continues its active runs.
    case "sprintChain.execute": {
      const chain = await ctx.db.get("sprintChains", work.sprintChainId);
      for (const { runId } of chain?.sprints.filter(isActive) ?? []) await failNowOrSoon(ctx, runId, failure);
      return await failSprintChain(ctx, work.sprintChainId, error);
    }
    case "workChain.execute": {
      const chain = await ctx.db.get("workChains", work.workChainId);
      await failRun(ctx, chain?.activeRunId, failure);
      return await failWorkChain(ctx, work.workChainId, error);
    }
    case "issueSession.scan": {
      const session = await ctx.db.get("issueSessions", work.issueSessionId);
      if (session !== null) await failIssueSession(ctx, session, error);
      return;
    }
    case "merge.execute": {
      const mergeRun = await ctx.db.get("mergeRuns", work.mergeRunId);
      if (mergeRun !== null) await failMergeRun(ctx, mergeRun, error);
      return;
    }
    case "learning.extract": {
      const sandbox = await ctx.db.get("sandboxes", work.sandboxId);
      if (sandbox === null || sandbox.learningStatus === "completed" || sandbox.learningStatus === "skipped") return;
      await ctx.db.patch("sandboxes", sandbox._id, { learningStatus: "failed" });
      return;
    }
    case "repository.check": {
      const check = await ctx.db.get("repositoryChecks", work.repositoryCheckId);
      if (check?.status !== "pending") return;
      const ended = { status: "failed", failure: "not_checked", completedAtMs: Date.now() } as const;
      await ctx.db.patch("repositoryChecks", check._id, { ...ended, error });
      return;
    }
    // The person who asked sees that there is no result and may ask again. A look is due again (lookAgain.ts).
    case "pullRequest.look":
    case "answeringSession.continue":
    case "sandbox.message":
    case "sandbox.devServer":
      return;
  }
}

/**
 * Called when a called-off job has ended. If the runner has changed its subject since then, the subject is cancelled
 * again, because a person's cancel holds. Nothing happens when the subject has another open job.
 */
export async function cancelWork(ctx: MutationCtx, work: JobWork): Promise<void> {
  if (await hasOpenJobs(ctx, subjectOf(work))) return;
  switch (work.kind) {
    case "run.execute":
    case "run.continue": {
      const run = await ctx.db.get("runs", work.runId);
      if (run !== null && !isFinal(run.status)) await changeRunStatus(ctx, run, "cancelled");
      return;
    }
    case "sprintChain.execute": {
      const chain = await ctx.db.get("sprintChains", work.sprintChainId);
      if (chain !== null && isOpen(chain.status)) await endSprintChain(ctx, chain, "cancelled");
      return;
    }
    case "workChain.execute": {
      const chain = await ctx.db.get("workChains", work.workChainId);
      if (chain !== null && isOpen(chain.status)) await endWorkChain(ctx, chain, "cancelled");
      return;
    }
    // Once the subjects of these jobs have ended, the runner cannot reopen them.
    case "issueSession.scan":
    case "merge.execute":
    case "answeringSession.continue":
    case "learning.extract":
    case "sandbox.message":
    case "sandbox.devServer":
    case "repository.check":
    case "pullRequest.look":
      return;
  }
}

/** Whether the subject of a finished job needs no more watching: it is over, or something else limits its time. */
export async function isSettled(ctx: QueryCtx, work: JobWork): Promise<boolean> {
  switch (work.kind) {
    // A run that has begun has a time limit of its own.
    case "run.execute":
    case "run.continue":
      return (await ctx.db.get("runs", work.runId))?.status !== "pending";
    case "sprintChain.execute": {
      const chain = await ctx.db.get("sprintChains", work.sprintChainId);
      return chain === null || !isOpen(chain.status);
    }
    case "workChain.execute": {
      const chain = await ctx.db.get("workChains", work.workChainId);
      return chain === null || !isOpen(chain.status);
    }
    case "issueSession.scan":
      return (await ctx.db.get("issueSessions", work.issueSessionId))?.status !== "active";
    case "merge.execute":
      return (await ctx.db.get("mergeRuns", work.mergeRunId))?.status !== "running";
    // A runner that has completed the job has reported before, or never will.
    case "repository.check":
      return (await ctx.db.get("repositoryChecks", work.repositoryCheckId))?.status !== "pending";
    case "answeringSession.continue":
    case "learning.extract":
    case "sandbox.message":
    case "sandbox.devServer":
    case "pullRequest.look":
      return true;
  }
}

/** Whether the job was for a chain that has an active run. Such a run has a time limit of its own. */
export async function hasActiveRun(ctx: QueryCtx, work: JobWork): Promise<boolean> {
  if (work.kind === "sprintChain.execute") {
    return (await ctx.db.get("sprintChains", work.sprintChainId))?.sprints.some(isActive) ?? false;
  }
  if (work.kind !== "workChain.execute") return false;
  return (await ctx.db.get("workChains", work.workChainId))?.activeRunId !== undefined;
}

/** Fails the run now. When this transaction has no more room, a transaction of its own does it. */
async function failNowOrSoon(ctx: MutationCtx, runId: Id<"runs"> | undefined, failure: Failure): Promise<void> {
  if (runId === undefined || (await hasBudgetLeft(ctx))) return await failRun(ctx, runId, failure);
  await ctx.scheduler.runAfter(0, internal.jobs.scheduled.failRun, { runId, ...failure });
}

/** Fails the run. A run that is over already does not change. */
export async function failRun(ctx: MutationCtx, runId: Id<"runs"> | undefined, failure: Failure): Promise<void> {
  const run = runId === undefined ? null : await ctx.db.get("runs", runId);
  if (run !== null && !isFinal(run.status)) await changeRunStatus(ctx, run, "failed", failure);
}
