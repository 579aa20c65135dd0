import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { clearBatch } from "./clearing";

export const clear = internalMutation({
  args: { projectId: v.id("projects") },
  handler: async (ctx, { projectId }): Promise<null> => {
    if (await clearBatch(ctx, projectId)) await ctx.scheduler.runAfter(0, internal.project.jobs.clear, { projectId });
    return null;
  },
});
