// What is done about jobs by the clock.
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { callOff, callOffJobs } from "./calling";
import { giveUpIfLost, releaseExpired } from "./claims";
import { sweepEnded } from "./model";
import { failRun as failOne, failureReason } from "./outcome";
import { endJobIfOverdue, endOverdueJobs } from "./overdue";

const releasedPerStep = 500;

export const release = internalMutation({
  args: {},
  handler: async (ctx): Promise<null> => {
    if (await releaseExpired(ctx, releasedPerStep)) await ctx.scheduler.runAfter(0, internal.jobs.jobs.release, {});
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

export const callOffRest = internalMutation({
  args: { subjectId: v.string(), how: callOff, madeUntil: v.number() },
  handler: async (ctx, calling): Promise<null> => {
    await callOffJobs(ctx, calling);
    return null;
  },
});

export const failRun = internalMutation({
  args: { runId: v.id("runs"), reason: failureReason, error: v.string() },
  handler: async (ctx, { runId, ...failure }): Promise<null> => {
    await failOne(ctx, runId, failure);
    return null;
  },
});
