// Removes events that are older than 30 days. A row of the project remembers how far, so that a reader that comes back
// after too long is refused, and does not miss something without knowing.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { dayMs } from "../lib/times";
import { isBefore, positionOf } from "./feedPosition";
import type { FeedPosition } from "./feedPosition";
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
  for (const [projectId, position] of lastOfEach(events)) await recordRemoval(ctx, projectId, position);
  return events.length === removedPerBatch;
}

function lastOfEach(events: Doc<"events">[]): Map<Id<"projects">, FeedPosition> {
  const last = new Map<Id<"projects">, FeedPosition>();
  for (const event of events) {
    const position = positionOf(event);
    const known = last.get(event.projectId);
    if (known === undefined || isBefore(known, position)) last.set(event.projectId, position);
  }
  return last;
}

async function recordRemoval(ctx: MutationCtx, projectId: Id<"projects">, position: FeedPosition): Promise<void> {
  const removal = await removalOf(ctx, projectId);
  if (removal === null) await ctx.db.insert("eventRemovals", { projectId, ...position });
  else if (isBefore(removal, position)) await ctx.db.patch("eventRemovals", removal._id, { ...position });
}
