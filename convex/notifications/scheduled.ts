import { v } from "convex/values";
import { internal } from "../_generated/api";
import { scheduledMutation } from "../lib/scheduledMutation";
import { notifyBatch } from "./model";
import { sweepNotifications } from "./retention";
import { newsFields } from "./schema";

export const tellRest = scheduledMutation(
  {
    projectId: v.id("projects"),
    news: v.object({ ...newsFields, body: v.optional(v.string()) }),
    joinedAfter: v.number(),
    except: v.optional(v.id("users")),
  },
  (ctx, telling) => notifyBatch(ctx, telling),
);

export const sweep = scheduledMutation(
  { next: v.optional(v.object({ nowMs: v.number(), cursor: v.union(v.string(), v.null()) })) },
  async (ctx, { next: step = { nowMs: Date.now(), cursor: null } }) => {
    const next = await sweepNotifications(ctx, step);
    if (next !== null) await ctx.scheduler.runAfter(0, internal.notifications.scheduled.sweep, { next });
  },
);
