import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isActive } from "../sprintChains/sprints";
import type { JobWork } from "./schema";

/** The run of the job, or those of its chain that are not over. Nobody works on them while the job is in the queue. */
export async function unfinishedRunsOf(ctx: QueryCtx, work: JobWork): Promise<Id<"runs">[]> {
  switch (work.kind) {
    case "run.execute":
    case "run.continue":
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
    case "pullRequest.look":
    case "repository.check":
      return [];
  }
}
