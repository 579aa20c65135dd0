// Reads the feed of a project behind a position.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { beginning, positionOf } from "./feedPosition";
import type { FeedPosition } from "./feedPosition";
import { isAskedFor } from "./types";

type Event = Doc<"events">;

/**
 * The most events that one page reads. The feed has no index by type: a reader of few types passes the others, so it
 * reads each event once, and its position moves on also where nothing is for it.
 */
const passedPerPage = 500;

export interface FeedPage {
  events: Event[];
  /** That of the last event that was read, whether it was asked for or not. */
  position: FeedPosition;
  hasMore: boolean;
}

export async function feedAfter(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  after: FeedPosition,
  limit: number,
  types: readonly string[] = ["*"],
): Promise<FeedPage> {
  const events: Event[] = [];
  let position = after;
  let passed = 0;
  for await (const event of eventsAfter(ctx, projectId, after)) {
    if (events.length === limit || passed === passedPerPage) return { events, position, hasMore: true };
    if (isAskedFor(types, event.type)) events.push(event);
    position = positionOf(event);
    passed++;
  }
  return { events, position, hasMore: false };
}

/** A page may have ended within the events of one transaction. */
async function* eventsAfter(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { commitTs, createdAt }: FeedPosition,
): AsyncGenerator<Event, void> {
  yield* ctx.db
    .query("events")
    .withIndex("by_commit", (q) =>
      q.eq("projectId", projectId).eq("commitTs", commitTs).gt("_creationTime", createdAt),
    );
  yield* ctx.db.query("events").withIndex("by_commit", (q) => q.eq("projectId", projectId).gt("commitTs", commitTs));
}

/** The position behind all that has been removed, from which on the feed is whole. */
export async function oldestPosition(ctx: QueryCtx, projectId: Id<"projects">): Promise<FeedPosition> {
  const removal = await removalOf(ctx, projectId);
  return removal ?? beginning;
}

export async function removalOf(ctx: QueryCtx, projectId: Id<"projects">): Promise<Doc<"eventRemovals"> | null> {
  return await ctx.db
    .query("eventRemovals")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .unique();
}

/** The position behind all that has happened. */
export async function newestPosition(ctx: QueryCtx, projectId: Id<"projects">): Promise<FeedPosition> {
  const newest = await ctx.db
    .query("events")
    .withIndex("by_commit", (q) => q.eq("projectId", projectId))
    .order("desc")
    .first();
  return newest === null ? await oldestPosition(ctx, projectId) : positionOf(newest);
}
