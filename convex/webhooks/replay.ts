// Sends the events of a span again, each under its own id. Their number is known at once; the deliveries are written in
// batches, each of which schedules the next in its own transaction, so that a crash neither loses nor repeats one.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isBefore, positionOf } from "../events/feedPosition";
import { feedAfter } from "../events/read";
import type { FeedPosition } from "../events/feedPosition";
import { isAskedFor } from "../events/types";
import { apiError } from "../lib/errors";
import { deliver } from "./feed";
import { wakeSender } from "./model";

/** One transaction counts them. */
export const maxReplayedEvents = 5000;
const eventsPerBatch = 200;

/** An event commits a little after it was created. */
const commitDelayMs = 60_000;
const nsPerMs = 1_000_000n;

export interface Span {
  fromMs: number;
  toMs: number;
}

export async function startReplay(ctx: MutationCtx, webhook: Doc<"webhooks">, asked: Span): Promise<number> {
  await ctx.db.patch("webhooks", webhook._id, { lastReplay: { atMs: Date.now(), ...asked } });
  // Nothing happens outside of this. A commit time in nanoseconds has 64 bits, which end in the year 2262.
  const span = { fromMs: Math.max(asked.fromMs, 0), toMs: Math.min(asked.toMs, Date.now()) };
  if (span.toMs < span.fromMs) return 0;
  const events = await eventsWithin(ctx, webhook.projectId, span);
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const { commitTs, createdAt } = positionOf(first);
  await ctx.scheduler.runAfter(0, internal.webhooks.scheduled.replay, {
    webhookId: webhook._id,
    // Before the first.
    after: { commitTs: commitTs - 1n, createdAt },
    until: positionOf(last),
    ...span,
  });
  return events.filter(({ type }) => isAskedFor(webhook.events, type)).length;
}

/** Throws CONFLICT when there are too many. */
async function eventsWithin(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { fromMs, toMs }: Span,
): Promise<Doc<"events">[]> {
  const found: Doc<"events">[] = [];
  const range = ctx.db.query("events").withIndex("by_commit", (q) =>
    q
      .eq("projectId", projectId)
      .gte("commitTs", BigInt(fromMs) * nsPerMs)
      .lte("commitTs", BigInt(toMs + commitDelayMs) * nsPerMs),
  );
  for await (const event of range) {
    if (!isWithin(event, { fromMs, toMs })) continue;
    if (found.length === maxReplayedEvents)
      throw apiError("CONFLICT", `More than ${maxReplayedEvents} events happened in this span. Ask for a shorter one.`);
    found.push(event);
  }
  return found;
}

/** `at` of an event, which clients see, is in whole milliseconds. */
function isWithin({ _creationTime }: Doc<"events">, { fromMs, toMs }: Span): boolean {
  const atMs = Math.floor(_creationTime);
  return atMs >= fromMs && atMs <= toMs;
}

/** Writes one batch of deliveries. Returns where the next begins; null after the last. */
export async function replayBatch(
  ctx: MutationCtx,
  webhook: Doc<"webhooks">,
  after: FeedPosition,
  { until, ...span }: Span & { until: FeedPosition },
): Promise<FeedPosition | null> {
  const { events, position, hasMore } = await feedAfter(ctx, webhook.projectId, after, eventsPerBatch);
  const asked = events.filter((event) => !isBefore(until, positionOf(event)) && isWithin(event, span));
  if ((await deliver(ctx, webhook, asked)) > 0) await wakeSender(ctx);
  return hasMore && isBefore(position, until) ? position : null;
}
