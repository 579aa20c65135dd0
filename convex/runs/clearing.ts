import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

/** Deletes at most `most` of its steps and events, and says how many. */
export async function clearRowsOfRun(ctx: MutationCtx, runId: Id<"runs">, most: number): Promise<number> {
  const steps = await ctx.db
    .query("runSteps")
    .withIndex("by_run", (q) => q.eq("runId", runId))
    .take(most);
  for (const step of steps) await ctx.db.delete("runSteps", step._id);
  const events = await ctx.db
    .query("runEvents")
    .withIndex("by_run", (q) => q.eq("runId", runId))
    .take(most - steps.length);
  for (const event of events) await ctx.db.delete("runEvents", event._id);
  return steps.length + events.length;
}
