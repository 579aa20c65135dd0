import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { stopChildrenOfEnded } from "./effects";
import { releaseDue, releaseIfDue } from "./schedule";
import { endOverdueRuns, endRunIfOverdue } from "./sweeping";
import { clearTraces } from "./trash";

export const release = internalMutation({
  args: { runId: v.id("runs") },
  handler: async (ctx, { runId }): Promise<null> => {
    const run = await ctx.db.get("runs", runId);
    if (run !== null) await releaseIfDue(ctx, run);
    return null;
  },
});

export const releaseAllDue = internalMutation({
  args: {},
  handler: async (ctx): Promise<null> => {
    if (await releaseDue(ctx)) await ctx.scheduler.runAfter(0, internal.runs.jobs.releaseAllDue, {});
    return null;
  },
});

export const endOverdue = internalMutation({
  args: {},
  handler: async (ctx): Promise<null> => {
    await endOverdueRuns(ctx);
    return null;
  },
});

export const endIfOverdue = internalMutation({
  args: { runId: v.id("runs") },
  handler: async (ctx, { runId }): Promise<null> => {
    const run = await ctx.db.get("runs", runId);
    if (run !== null) await endRunIfOverdue(ctx, run);
    return null;
  },
});

export const clear = internalMutation({
  args: { runId: v.id("runs") },
  handler: async (ctx, { runId }): Promise<null> => {
    await clearTraces(ctx, runId);
    return null;
  },
});

export const stopChildren = internalMutation({
  args: { runId: v.id("runs"), attempt: v.number() },
  handler: async (ctx, { runId, attempt }): Promise<null> => {
    const run = await ctx.db.get("runs", runId);
    if (run !== null) await stopChildrenOfEnded(ctx, run, attempt);
    return null;
  },
});
