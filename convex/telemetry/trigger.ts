// Begins the export of an attempt of a run when the event that ends it is written. Without a collector this reads one
// variable and does nothing.
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { tracesUrl } from "./collector";

const ends: ReadonlySet<string> = new Set(["run.completed", "run.failed", "run.cancelled"]);

/** What ends with the run, such as its steps and their last messages, may be written a little later. */
const delayMs = 1000;

/** The transaction neither waits for the export nor fails with it. */
export async function exportWhenOver(ctx: MutationCtx, type: string, eventId: Id<"events">): Promise<void> {
  if (!ends.has(type) || tracesUrl() === null) return;
  await ctx.scheduler.runAfter(delayMs, internal.telemetry.scheduled.send, { eventId });
}
