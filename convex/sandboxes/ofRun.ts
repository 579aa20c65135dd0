// The sandboxes of a run, as it shows them.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** A run that has more shows the oldest; the runner makes a few for each step. */
const sandboxesPerRunMax = 200;

export async function sandboxesOfRun(ctx: QueryCtx, runId: Id<"runs">): Promise<Doc<"sandboxes">[]> {
  return await ctx.db
    .query("sandboxes")
    .withIndex("by_run", (q) => q.eq("runId", runId).eq("deletedAtMs", undefined))
    .take(sandboxesPerRunMax);
}
