import { v } from "convex/values";
import { internal } from "../_generated/api";
import { ifThere, scheduled } from "../lib/scheduled";
import { stopChildrenOfEnded } from "./effects";
import { releaseDue, releaseIfDue } from "./schedule";
import { endOverdueRuns, endRunIfOverdue } from "./sweeping";
import { clearTraces } from "./trash";

export const release = scheduled({ runId: v.id("runs") }, (ctx, { runId }) =>
  ifThere(ctx.db.get("runs", runId), (run) => releaseIfDue(ctx, run)),
);

export const releaseAllDue = scheduled({}, async (ctx) => {
  if (await releaseDue(ctx)) await ctx.scheduler.runAfter(0, internal.runs.jobs.releaseAllDue, {});
});

export const endOverdue = scheduled({}, (ctx) => endOverdueRuns(ctx));

export const endIfOverdue = scheduled({ runId: v.id("runs") }, (ctx, { runId }) =>
  ifThere(ctx.db.get("runs", runId), (run) => endRunIfOverdue(ctx, run)),
);

export const clear = scheduled({ runId: v.id("runs") }, (ctx, { runId }) => clearTraces(ctx, runId));

export const stopChildren = scheduled({ runId: v.id("runs"), attempt: v.number() }, (ctx, { runId, attempt }) =>
  ifThere(ctx.db.get("runs", runId), (run) => stopChildrenOfEnded(ctx, run, attempt)),
);
