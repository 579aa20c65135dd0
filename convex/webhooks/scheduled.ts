import { v } from "convex/values";
import { internal } from "../_generated/api";
import { ifExists, scheduledMutation } from "../lib/scheduledMutation";
import { followFeed } from "./feed";
import { resumeWebhooks, wakeSender } from "./model";
import { replayBatch } from "./replay";
import { clearDeliveries, sweepDeliveries } from "./retention";

/** Each event of a project with webhooks schedules this. Several may overlap. */
export const follow = scheduledMutation({ projectId: v.id("projects") }, async (ctx, { projectId }) => {
  if (await followFeed(ctx, projectId))
    await ctx.scheduler.runAfter(0, internal.webhooks.scheduled.follow, { projectId });
});

/** Begins a sender when something is due and perhaps none is at work. */
export const wake = scheduledMutation({}, async (ctx) => {
  const due = await ctx.db
    .query("webhookStates")
    .withIndex("by_wake", (q) => q.gt("wakeAtMs", 0).lte("wakeAtMs", Date.now()))
    .first();
  if (due !== null) await wakeSender(ctx);
});

export const resume = scheduledMutation({ projectId: v.id("projects") }, (ctx, { projectId }) =>
  resumeWebhooks(ctx, projectId),
);

/** An import brings events but no scheduled calls. */
const projectsPerStep = 100;

export const followAll = scheduledMutation(
  { cursor: v.optional(v.union(v.string(), v.null())) },
  async (ctx, { cursor = null }) => {
    const feeds = await ctx.db.query("webhookFeeds").paginate({ cursor, numItems: projectsPerStep });
    for (const { projectId } of feeds.page)
      await ctx.scheduler.runAfter(0, internal.webhooks.scheduled.follow, { projectId });
    if (feeds.isDone) return;
    await ctx.scheduler.runAfter(0, internal.webhooks.scheduled.followAll, { cursor: feeds.continueCursor });
  },
);

const position = v.object({ commitTs: v.int64(), createdAt: v.number() });

export const replay = scheduledMutation(
  { webhookId: v.id("webhooks"), after: position, until: position, fromMs: v.number(), toMs: v.number() },
  (ctx, { webhookId, after, ...span }) =>
    ifExists(ctx.db.get("webhooks", webhookId), async (webhook) => {
      const next = await replayBatch(ctx, webhook, after, span);
      if (next === null) return;
      await ctx.scheduler.runAfter(0, internal.webhooks.scheduled.replay, { webhookId, after: next, ...span });
    }),
);

export const clear = scheduledMutation({ webhookId: v.id("webhooks") }, async (ctx, { webhookId }) => {
  if (await clearDeliveries(ctx, webhookId))
    await ctx.scheduler.runAfter(0, internal.webhooks.scheduled.clear, { webhookId });
});

export const sweep = scheduledMutation({}, async (ctx) => {
  if (await sweepDeliveries(ctx)) await ctx.scheduler.runAfter(0, internal.webhooks.scheduled.sweep, {});
});
