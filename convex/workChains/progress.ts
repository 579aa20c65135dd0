// How a work chain moves with its runs.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { cancelJobsOf } from "../jobs/model";
import { notifyMembers } from "../notifications/model";

type Chain = Doc<"workChains">;

/** The run of an issue has ended. */
export async function workRunEnded(ctx: MutationCtx, run: Doc<"runs">, chainId: Id<"workChains">): Promise<void> {
  const chain = await ctx.db.get("workChains", chainId);
  if (chain === null || chain.activeRunId !== run._id) return;
  await ctx.db.patch("workChains", chain._id, { activeRunId: undefined });
  if (run.status === "cancelled") return await endChain(ctx, chain, "cancelled");
  if (run.status === "failed") return await failWorkChain(ctx, chain, run.error ?? `Run ${run.runNumber} has failed.`);
  const next = chain.currentIssueIndex + 1;
  if (next < chain.issueIds.length) await ctx.db.patch("workChains", chain._id, { currentIssueIndex: next });
  else await completeWorkChain(ctx, chain);
}

export async function failWorkChain(ctx: MutationCtx, chain: Chain, error: string): Promise<void> {
  await ctx.db.patch("workChains", chain._id, { error });
  await endChain(ctx, chain, "failed");
}

async function completeWorkChain(ctx: MutationCtx, chain: Chain): Promise<void> {
  await endChain(ctx, chain, "completed");
  const title = `${chain.title} is complete.`;
  await notifyMembers(ctx, chain.projectId, { type: "workflow_completed", title, workChainId: chain._id });
}

async function endChain(ctx: MutationCtx, chain: Chain, status: "completed" | "failed" | "cancelled"): Promise<void> {
  await ctx.db.patch("workChains", chain._id, { status, completedAtMs: Date.now() });
  if (status !== "completed") await cancelJobsOf(ctx, chain._id);
}
