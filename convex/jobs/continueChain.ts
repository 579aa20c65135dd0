// A runner may do one run of a chain and then complete its job. The rest of the chain becomes a new job, so that the
// chain continues run by run, and any runner may take the next one.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isOpen } from "../lib/chainStatus";
import { isActive } from "../sprintChains/sprints";
import { enqueueUnlessOpen } from "./model";

/** While a run of the chain is active, a done job changes nothing: the end of that run queues the next job. */
export async function continueChain(ctx: MutationCtx, { projectId, work, _creationTime }: Doc<"jobs">): Promise<void> {
  if (!(await mayContinue(ctx, work))) return;
  const newest = await newestRun(ctx, work);
  // After a job without a run, another would probably have none either. The subject's time limit ends the chain.
  if (newest === null || newest._creationTime < _creationTime) return;
  await enqueueUnlessOpen(ctx, projectId, work);
}

async function mayContinue(ctx: QueryCtx, work: Doc<"jobs">["work"]): Promise<boolean> {
  if (work.kind === "sprintChain.execute") {
    const chain = await ctx.db.get("sprintChains", work.sprintChainId);
    return chain !== null && isOpen(chain.status) && !chain.cancelRequested && !chain.sprints.some(isActive);
  }
  if (work.kind !== "workChain.execute") return false;
  const chain = await ctx.db.get("workChains", work.workChainId);
  return chain !== null && chain.status === "running" && chain.activeRunId === undefined;
}

async function newestRun(ctx: QueryCtx, work: Doc<"jobs">["work"]): Promise<Doc<"runs"> | null> {
  const runs = ctx.db.query("runs");
  if (work.kind === "sprintChain.execute") {
    const { sprintChainId } = work;
    return await runs
      .withIndex("by_chain", (q) =>
        q.eq("sprintChainId", sprintChainId).eq("workChainId", undefined).eq("deletedAtMs", undefined),
      )
      .order("desc")
      .first();
  }
  if (work.kind !== "workChain.execute") return null;
  const { workChainId } = work;
  return await runs
    .withIndex("by_chain", (q) =>
      q.eq("sprintChainId", undefined).eq("workChainId", workChainId).eq("deletedAtMs", undefined),
    )
    .order("desc")
    .first();
}
