// What it means that a job has failed for good: what it was for has failed as well, unless that is over already.
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { failIssueSession } from "../issueSessions/model";
import { failMergeRun } from "../merging/model";
import { isFinal } from "../runs/status";
import { moveRun } from "../runs/transitions";
import { failSprintChain } from "../sprintChains/progress";
import { isActive } from "../sprintChains/sprints";
import { failWorkChain } from "../workChains/progress";
import type { JobWork } from "./schema";

export interface Failure {
  reason: "job_failed" | "runner_lost";
  error: string;
}

export async function failWork(ctx: MutationCtx, work: JobWork, failure: Failure): Promise<void> {
  const { error } = failure;
  switch (work.kind) {
    case "run.execute":
      return await failRun(ctx, work.runId, failure);
    // Nobody goes on with the runs of a chain that has lost its runner.
    case "sprintChain.execute": {
      const chain = await ctx.db.get("sprintChains", work.sprintChainId);
      for (const { runId } of chain?.sprints.filter(isActive) ?? []) await failRun(ctx, runId, failure);
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
    // The person who asked sees that nothing has come of it, and may ask again.
    case "answeringSession.continue":
    case "sandbox.message":
    case "sandbox.devServer":
      return;
  }
}

async function failRun(ctx: MutationCtx, runId: Id<"runs"> | undefined, failure: Failure): Promise<void> {
  const run = runId === undefined ? null : await ctx.db.get("runs", runId);
  if (run !== null && !isFinal(run.status)) await moveRun(ctx, run, "failed", failure);
}
