import { v } from "convex/values";
import { internal } from "../_generated/api";
import { scheduledMutation } from "../lib/scheduledMutation";
import * as daySums from "./daySums";

export const foldDays = scheduledMutation(
  { projectId: v.id("projects"), before: v.string() },
  async (ctx, { projectId, before }) => {
    const hasMore = await daySums.foldDays(ctx, projectId, before);
    if (hasMore) await ctx.scheduler.runAfter(0, internal.usage.scheduled.foldDays, { projectId, before });
  },
);
