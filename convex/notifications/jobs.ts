import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { tellBatch } from "./model";
import { sweepNotifications } from "./retention";
import { newsFields } from "./schema";

export const tellRest = internalMutation({
  args: {
    projectId: v.id("projects"),
    news: v.object({ ...newsFields, body: v.optional(v.string()) }),
    joinedAfter: v.number(),
    except: v.optional(v.id("users")),
  },
  handler: async (ctx, telling): Promise<null> => {
    await tellBatch(ctx, telling);
    return null;
  },
});

/** Each step schedules the next one. */
export const sweep = internalMutation({
  args: { next: v.optional(v.object({ nowMs: v.number(), cursor: v.union(v.string(), v.null()) })) },
  handler: async (ctx, { next: step = { nowMs: Date.now(), cursor: null } }): Promise<null> => {
    const next = await sweepNotifications(ctx, step);
    if (next !== null) await ctx.scheduler.runAfter(0, internal.notifications.jobs.sweep, { next });
    return null;
  },
});
