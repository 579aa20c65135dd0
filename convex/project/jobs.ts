import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { clearBatch } from "./clearing";
import { clearDue as scheduleClearing, isToBeCleared } from "./deletion";
import { pauseJobs } from "../jobs/pausing";
import { resumeWork } from "./resuming";

/** Without `restorableUntilMs` it is that of a project which nobody can restore. */
export const clear = internalMutation({
  args: { projectId: v.id("projects"), restorableUntilMs: v.optional(v.number()) },
  handler: async (ctx, { projectId, restorableUntilMs }): Promise<null> => {
    if (!(await isToBeCleared(ctx, projectId, restorableUntilMs))) return null;
    if (await clearBatch(ctx, projectId)) await ctx.scheduler.runAfter(0, internal.project.jobs.clear, { projectId });
    return null;
  },
});

export const clearDue = internalMutation({
  args: {},
  handler: async (ctx): Promise<null> => {
    await scheduleClearing(ctx);
    return null;
  },
});

export const pause = internalMutation({
  args: { projectId: v.id("projects"), cursor: v.union(v.string(), v.null()) },
  handler: async (ctx, { projectId, cursor }): Promise<null> => {
    const next = await pauseJobs(ctx, projectId, cursor);
    if (next !== null) await ctx.scheduler.runAfter(0, internal.project.jobs.pause, { projectId, cursor: next });
    return null;
  },
});

export const resume = internalMutation({
  args: { projectId: v.id("projects") },
  handler: async (ctx, { projectId }): Promise<null> => {
    if (await resumeWork(ctx, projectId)) await ctx.scheduler.runAfter(0, internal.project.jobs.resume, { projectId });
    return null;
  },
});
