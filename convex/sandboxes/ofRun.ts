// The sandboxes that the detail of a run shows.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** A run with more sandboxes shows only the oldest. The runner usually creates a few for each step. */
const sandboxesPerRunMax = 200;

export async function sandboxesOfRun(ctx: QueryCtx, runId: Id<"runs">): Promise<Doc<"sandboxes">[]> {
  return await ctx.db
    .query("sandboxes")
    .withIndex("by_run", (q) => q.eq("runId", runId).eq("deletedAtMs", undefined))
    .take(sandboxesPerRunMax);
}
