import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** What the present round of a run was asked. Null for a run that has not continued. */
export async function findRound(
  ctx: QueryCtx,
  { _id: runId, attempt, round }: Doc<"runs">,
): Promise<Doc<"runRounds"> | null> {
  if (round === undefined) return null;
  return await ctx.db
    .query("runRounds")
    .withIndex("by_run", (q) => q.eq("runId", runId).eq("attempt", attempt).eq("round", round))
    .unique();
}
