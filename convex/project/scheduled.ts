import { v } from "convex/values";
import { internal } from "../_generated/api";
import { scheduledMutation } from "../lib/scheduledMutation";
import { clearBatch } from "./clearing";
import { clearDue as scheduleClearing, isToBeCleared } from "./deletion";
import { pauseJobs } from "../jobs/pausing";
import { resumeWork } from "./resuming";

/** `restorableUntilMs` is undefined for a project that nobody can restore. */
export const clear = scheduledMutation(
  { projectId: v.id("projects"), restorableUntilMs: v.optional(v.number()) },
  async (ctx, { projectId, restorableUntilMs }) => {
    if (!(await isToBeCleared(ctx, projectId, restorableUntilMs))) return;
    if (await clearBatch(ctx, projectId))
      await ctx.scheduler.runAfter(0, internal.project.scheduled.clear, { projectId });
  },
);

export const clearDue = scheduledMutation({}, (ctx) => scheduleClearing(ctx));

export const pause = scheduledMutation(
  { projectId: v.id("projects"), cursor: v.union(v.string(), v.null()) },
  async (ctx, { projectId, cursor }) => {
    const next = await pauseJobs(ctx, projectId, cursor);
    if (next !== null) await ctx.scheduler.runAfter(0, internal.project.scheduled.pause, { projectId, cursor: next });
  },
);

export const resume = scheduledMutation({ projectId: v.id("projects") }, async (ctx, { projectId }) => {
  if (await resumeWork(ctx, projectId))
    return void (await ctx.scheduler.runAfter(0, internal.project.scheduled.resume, { projectId }));
  await ctx.scheduler.runAfter(0, internal.webhooks.scheduled.resume, { projectId });
  await ctx.scheduler.runAfter(0, internal.queue.scheduled.letInAll, { projectId });
  await ctx.scheduler.runAfter(0, internal.budgets.scheduled.resumeAll, { projectId, cursor: null });
});
