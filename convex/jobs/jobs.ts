// What is done about jobs by the clock.
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { giveUpIfLost, releaseExpired } from "./claims";
import { sweepEnded } from "./model";
import { endJobIfOverdue, endOverdueJobs } from "./overdue";

const releasedPerMinute = 500;

export const release = internalMutation({
  args: {},
  handler: async (ctx): Promise<null> => {
    await releaseExpired(ctx, releasedPerMinute);
    return null;
  },
});

export const giveUp = internalMutation({
  args: { jobId: v.id("jobs") },
  handler: async (ctx, { jobId }): Promise<null> => {
    const job = await ctx.db.get("jobs", jobId);
    if (job !== null) await giveUpIfLost(ctx, job);
    return null;
  },
});

export const endOverdue = internalMutation({
  args: {},
  handler: async (ctx): Promise<null> => {
    await endOverdueJobs(ctx);
    return null;
  },
});

export const endIfOverdue = internalMutation({
  args: { jobId: v.id("jobs") },
  handler: async (ctx, { jobId }): Promise<null> => {
    const job = await ctx.db.get("jobs", jobId);
    if (job !== null) await endJobIfOverdue(ctx, job);
    return null;
  },
});

export const sweep = internalMutation({
  args: {},
  handler: async (ctx): Promise<null> => {
    if (await sweepEnded(ctx)) await ctx.scheduler.runAfter(0, internal.jobs.jobs.sweep, {});
    return null;
  },
});
