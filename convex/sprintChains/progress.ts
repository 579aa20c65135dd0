// How a sprint chain moves with its runs.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { cancelJobsOf } from "../jobs/model";
import { notifyMembers } from "../notifications/model";

type Chain = Doc<"sprintChains">;

/** The run of a sprint has ended. */
export async function sprintRunEnded(ctx: MutationCtx, run: Doc<"runs">, chainId: Id<"sprintChains">): Promise<void> {
  const chain = await ctx.db.get("sprintChains", chainId);
  if (chain === null || chain.activeRunId !== run._id) return;
  await ctx.db.patch("sprintChains", chain._id, { activeRunId: undefined });
  await tellOfSprint(ctx, chain, run);
  if (chain.cancelRequested || run.status === "cancelled") return await endChain(ctx, chain, "cancelled");
  if (run.status === "failed")
    return await failSprintChain(ctx, chain, run.error ?? `Run ${run.runNumber} has failed.`);
  const isLast = chain.currentSprintIndex === chain.sprintRange.last - chain.sprintRange.first;
  if (isLast) await endChain(ctx, chain, "completed");
  else await ctx.db.patch("sprintChains", chain._id, { currentSprintIndex: chain.currentSprintIndex + 1 });
}

export async function failSprintChain(ctx: MutationCtx, chain: Chain, error: string): Promise<void> {
  await ctx.db.patch("sprintChains", chain._id, { error });
  await endChain(ctx, chain, "failed");
}

export async function endChain(
  ctx: MutationCtx,
  chain: Chain,
  status: "completed" | "failed" | "cancelled",
): Promise<void> {
  await ctx.db.patch("sprintChains", chain._id, { status, completedAtMs: Date.now() });
  if (status !== "completed") await cancelJobsOf(ctx, chain._id);
}

async function tellOfSprint(ctx: MutationCtx, chain: Chain, run: Doc<"runs">): Promise<void> {
  if (run.status === "cancelled") return;
  const sprint = chain.sprintRange.first + (run.sprintIndex ?? chain.currentSprintIndex);
  const isGood = run.status === "completed";
  await notifyMembers(ctx, chain.projectId, {
    type: isGood ? "sprint_completed" : "sprint_failed",
    title: isGood ? `Sprint ${sprint} is complete.` : `Sprint ${sprint} has failed.`,
    runId: run._id,
    sprintChainId: chain._id,
  });
}
