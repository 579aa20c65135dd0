import { v } from "convex/values";
import { actor } from "../callers/actor";
import { internal } from "../_generated/api";
import { ifExists, scheduledMutation } from "../lib/scheduledMutation";
import { followUpIfDue } from "./automaticRounds";
import { cancelPrevious as cancelRestOfPrevious } from "./conflicts";
import { stopChildrenOfEnded } from "./statusChange";
import { appendHold } from "./queueing";
import { releaseDue, releaseIfDue } from "./schedule";
import { endOverdueRuns, endRunIfOverdue } from "./overdue";
import { removeOld as removeOldRuns, sweepProjects } from "./retention";
import { clearTraces } from "./trash";

export const release = scheduledMutation({ runId: v.id("runs") }, (ctx, { runId }) =>
  ifExists(ctx.db.get("runs", runId), (run) => releaseIfDue(ctx, run)),
);

export const releaseAllDue = scheduledMutation({}, async (ctx) => {
  if (await releaseDue(ctx)) await ctx.scheduler.runAfter(0, internal.runs.scheduled.releaseAllDue, {});
});

export const endOverdue = scheduledMutation({}, (ctx) => endOverdueRuns(ctx));

export const endIfOverdue = scheduledMutation({ runId: v.id("runs") }, (ctx, { runId }) =>
  ifExists(ctx.db.get("runs", runId), (run) => endRunIfOverdue(ctx, run)),
);

export const clear = scheduledMutation({ runId: v.id("runs") }, (ctx, { runId }) => clearTraces(ctx, runId));

export const sweepOld = scheduledMutation({ cursor: v.union(v.string(), v.null()) }, (ctx, { cursor }) =>
  sweepProjects(ctx, cursor),
);

export const removeOld = scheduledMutation(
  { projectId: v.id("projects"), removed: v.number() },
  (ctx, { projectId, removed }) => removeOldRuns(ctx, projectId, removed),
);

/** A limit holds a run that waited for something else before. */
export const noteHold = scheduledMutation({ runId: v.id("runs"), heldBy: v.string() }, (ctx, { runId, heldBy }) =>
  ifExists(ctx.db.get("runs", runId), (run) => appendHold(ctx, run, heldBy)),
);

/** Cancels the rest of many runs with one conflict key, for a new one that must have it alone. */
export const cancelPrevious = scheduledMutation(
  { projectId: v.id("projects"), conflictKey: v.string(), upToMs: v.number(), number: v.number(), by: actor },
  async (ctx, { by, ...closing }) => {
    if (await cancelRestOfPrevious(ctx, closing, by)) {
      await ctx.scheduler.runAfter(0, internal.runs.scheduled.cancelPrevious, { ...closing, by });
    }
  },
);

/** A finished run continues by itself, unless something has changed since this was scheduled. */
export const followUp = scheduledMutation({ runId: v.id("runs"), dueMs: v.number() }, (ctx, { runId, dueMs }) =>
  ifExists(ctx.db.get("runs", runId), (run) => followUpIfDue(ctx, run, dueMs)),
);

export const stopChildren = scheduledMutation({ runId: v.id("runs"), attempt: v.number() }, (ctx, { runId, attempt }) =>
  ifExists(ctx.db.get("runs", runId), (run) => stopChildrenOfEnded(ctx, run, attempt)),
);
