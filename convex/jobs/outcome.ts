// What it means that a job has failed for good: what it was for has failed as well, unless that is over already.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { failIssueSession } from "../issueSessions/model";
import { failMergeRun } from "../merging/model";
import { isFinal } from "../runs/status";
import { moveRun } from "../runs/transitions";
import { failSprintChain } from "../sprintChains/progress";
import { failWorkChain } from "../workChains/progress";
import type { JobWork } from "./schema";

export interface Failure {
  reason: "job_failed" | "runner_lost";
  error: string;
}

export async function failWork(ctx: MutationCtx, work: JobWork, { reason, error }: Failure): Promise<void> {
  switch (work.kind) {
    case "run.execute": {
      const run = await ctx.db.get("runs", work.runId);
      if (run !== null && !isFinal(run.status)) await moveRun(ctx, run, "failed", { reason, error });
      return;
    }
    case "sprintChain.execute": {
      const chain = await ctx.db.get("sprintChains", work.sprintChainId);
      if (chain !== null && isOpen(chain.status)) await failSprintChain(ctx, chain, error);
      return;
    }
    case "workChain.execute": {
      const chain = await ctx.db.get("workChains", work.workChainId);
      if (chain !== null && isOpen(chain.status)) await failWorkChain(ctx, chain, error);
      return;
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

function isOpen(status: Doc<"sprintChains">["status"]): boolean {
  return status === "pending" || status === "running";
}
