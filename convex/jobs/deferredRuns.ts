// The runs that nobody works on while a job is deferred.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { isActive } from "../sprintChains/sprints";
import type { JobWork } from "./schema";

/** The job's own run, or those of its chain that are not over. */
export async function deferredRuns(ctx: MutationCtx, work: JobWork): Promise<Id<"runs">[]> {
  switch (work.kind) {
    case "run.execute":
      return [work.runId];
    case "sprintChain.execute": {
      const chain = await ctx.db.get("sprintChains", work.sprintChainId);
      return chain?.sprints.filter(isActive).flatMap(({ runId }) => runId ?? []) ?? [];
    }
    case "workChain.execute": {
      const chain = await ctx.db.get("workChains", work.workChainId);
      return chain?.activeRunId === undefined ? [] : [chain.activeRunId];
    }
    case "issueSession.scan":
    case "answeringSession.continue":
    case "merge.execute":
    case "learning.extract":
    case "sandbox.message":
    case "sandbox.devServer":
      return [];
  }
}

/** A runner has claimed the deferred job again, so its runs do not wait any more. */
export async function endDeferral(ctx: MutationCtx, job: Doc<"jobs">): Promise<void> {
  for (const runId of await deferredRuns(ctx, job.work)) {
    const run = await ctx.db.get("runs", runId);
    if (run?.deferral?.jobId === job._id) await ctx.db.patch("runs", runId, { deferral: undefined });
  }
}
