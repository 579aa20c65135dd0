import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { removeInto } from "../lib/room";
import type { Room } from "../lib/room";

/** Deletes as many steps and events of the run as this transaction has room for. */
export async function clearRowsOfRun(ctx: MutationCtx, runId: Id<"runs">, room: Room): Promise<void> {
  const steps = ctx.db.query("runSteps").withIndex("by_run", (q) => q.eq("runId", runId));
  await removeInto(room, steps, ({ _id }) => ctx.db.delete("runSteps", _id));
  const events = ctx.db.query("runEvents").withIndex("by_run", (q) => q.eq("runId", runId));
  await removeInto(room, events, ({ _id }) => ctx.db.delete("runEvents", _id));
}
