import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { appendToFeed } from "../events/append";
import { redactedJson } from "../events/redactedJson";
import type { News } from "../events/append";
import { omitNullish } from "../lib/omitNullish";
import type { RunEvent } from "./eventTypes";
import { toFeedEvent } from "./feed";

type Run = Doc<"runs">;

/**
 * Adds an event to the run's log in the transaction that causes it, and to the feed of its project where it is news
 * there. Its number follows the newest one. `news` is given for what is not about the run itself.
 */
export async function appendEvent(
  ctx: MutationCtx,
  run: Run,
  event: RunEvent,
  news: News | null = toFeedEvent(run, event),
): Promise<void> {
  const newest = await newestEvent(ctx, run);
  await insertEvent(ctx, run, event, news, (newest?.seq ?? 0) + 1);
}

/** Adds the first event of a new run, which needs no read. */
export async function appendFirstEvent(ctx: MutationCtx, run: Run, event: RunEvent): Promise<void> {
  await insertEvent(ctx, run, event, toFeedEvent(run, event), 1);
}

async function insertEvent(ctx: MutationCtx, run: Run, event: RunEvent, news: News | null, seq: number): Promise<void> {
  const { projectId, _id: runId } = run;
  const { type, ...data } = event;
  const eventId = news === null ? undefined : await appendToFeed(ctx, { projectId, runId, ...news });
  const row = { projectId, runId, seq, type, data: redactedJson(data), ...omitNullish({ eventId }) };
  await ctx.db.insert("runEvents", row);
}

async function newestEvent(ctx: QueryCtx, run: Run): Promise<Doc<"runEvents"> | null> {
  return await ctx.db
    .query("runEvents")
    .withIndex("by_run", (q) => q.eq("runId", run._id))
    .order("desc")
    .first();
}

export async function eventsAfter(ctx: QueryCtx, run: Run, seq: number, most: number): Promise<Doc<"runEvents">[]> {
  return await ctx.db
    .query("runEvents")
    .withIndex("by_run", (q) => q.eq("runId", run._id).gt("seq", seq))
    .take(most);
}
