// Removes events that are older than 30 days. A row of the project remembers how far, so that a reader that comes back
// after too long is refused, and does not miss something without knowing.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { dayMs } from "../lib/times";
import { isBefore, placeOf } from "./place";
import type { Place } from "./place";
import { removalOf } from "./read";

const keptForMs = 30 * dayMs;
const removedPerBatch = 500;

/** Removes a batch of the oldest events. Returns whether there may be more. */
export async function sweepEvents(ctx: MutationCtx): Promise<boolean> {
  const events = await ctx.db
    .query("events")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - keptForMs))
    .take(removedPerBatch);
  for (const { _id } of events) await ctx.db.delete("events", _id);
  for (const [projectId, place] of lastOfEach(events)) await noteRemoval(ctx, projectId, place);
  return events.length === removedPerBatch;
}

function lastOfEach(events: Doc<"events">[]): Map<Id<"projects">, Place> {
  const last = new Map<Id<"projects">, Place>();
  for (const event of events) {
    const place = placeOf(event);
    const known = last.get(event.projectId);
    if (known === undefined || isBefore(known, place)) last.set(event.projectId, place);
  }
  return last;
}

async function noteRemoval(ctx: MutationCtx, projectId: Id<"projects">, place: Place): Promise<void> {
  const removal = await removalOf(ctx, projectId);
  if (removal === null) await ctx.db.insert("eventRemovals", { projectId, ...place });
  else if (isBefore(removal, place)) await ctx.db.patch("eventRemovals", removal._id, { ...place });
}
