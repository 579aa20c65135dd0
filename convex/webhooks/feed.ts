// Turns the events of a project into deliveries. The webhooks of a project follow its feed together: one row has their
// position in it. Deliveries are written in the transaction that moves the position, so no event is passed over and
// none is turned into deliveries twice, whatever crashes or overlaps. An event itself writes nothing for webhooks: it
// schedules this (events/append.ts), and only where a project has any.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isBefore, positionOf, parsePosition } from "../events/feedPosition";
import { feedAfter, newestPosition } from "../events/read";
import { isAskedFor } from "../events/types";
import { wakeAt } from "./states";

export const maxWebhooks = 20;

/** With twenty webhooks, a transaction writes a thousand deliveries. */
const eventsPerBatch = 50;

export async function webhooksOf(ctx: QueryCtx, projectId: Id<"projects">): Promise<Doc<"webhooks">[]> {
  return await ctx.db
    .query("webhooks")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .take(maxWebhooks);
}

async function followedFeed(ctx: QueryCtx, projectId: Id<"projects">): Promise<Doc<"webhookFeeds"> | null> {
  return await ctx.db
    .query("webhookFeeds")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .unique();
}

/**
 * Call this after each change of what the project's webhooks are. The first that is enabled begins at the end of the
 * feed: what happened before it existed is not sent.
 */
export async function followWhileNeeded(ctx: MutationCtx, projectId: Id<"projects">): Promise<void> {
  const project = await ctx.db.get("projects", projectId);
  if (project === null) return;
  const hasWebhooks = (await webhooksOf(ctx, projectId)).some(({ isEnabled }) => isEnabled);
  if (hasWebhooks === (project.hasWebhooks ?? false)) return;
  await ctx.db.patch("projects", projectId, { hasWebhooks });
  if (!hasWebhooks) return;
  const position = await newestPosition(ctx, projectId);
  const feed = await followedFeed(ctx, projectId);
  if (feed === null) await ctx.db.insert("webhookFeeds", { projectId, ...position });
  else await ctx.db.patch("webhookFeeds", feed._id, { ...position });
}

/** Writes the deliveries of one batch of new events. Returns whether there may be more. */
export async function followFeed(ctx: MutationCtx, projectId: Id<"projects">): Promise<boolean> {
  const feed = await followedFeed(ctx, projectId);
  const webhooks = (await webhooksOf(ctx, projectId)).filter(({ isEnabled }) => isEnabled);
  if (feed === null || webhooks.length === 0) return false;
  const { events, position, hasMore } = await feedAfter(ctx, projectId, feed, eventsPerBatch);
  if (events.length === 0) return false;
  await ctx.db.patch("webhookFeeds", feed._id, { ...position });
  const written = [];
  for (const webhook of webhooks) written.push(await deliver(ctx, webhook, eventsSince(webhook, events)));
  if (written.some((count) => count > 0)) await ctx.scheduler.runAfter(0, internal.webhooks.sending.send, {});
  return hasMore;
}

function eventsSince({ startsAfter }: Doc<"webhooks">, events: Doc<"events">[]): Doc<"events">[] {
  if (startsAfter === undefined) return events;
  const start = parsePosition(startsAfter);
  return events.filter((event) => isBefore(start, positionOf(event)));
}

/** Writes a delivery for each event that the webhook asks for. Returns their number. */
export async function deliver(
  ctx: MutationCtx,
  { _id: webhookId, projectId, events: patterns }: Doc<"webhooks">,
  events: readonly Doc<"events">[],
): Promise<number> {
  const asked = events.filter(({ type }) => isAskedFor(patterns, type));
  const dueAtMs = Date.now();
  for (const { _id: eventId, type: eventType } of asked) {
    const message = { projectId, webhookId, eventId, eventType };
    await ctx.db.insert("webhookDeliveries", { ...message, status: "pending", dueAtMs, tries: 0, attempts: [] });
  }
  if (asked.length > 0) await wakeAt(ctx, webhookId, dueAtMs);
  return asked.length;
}
