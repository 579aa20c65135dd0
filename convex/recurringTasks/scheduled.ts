import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { scheduledMutation } from "../lib/scheduledMutation";
import { notifyMembers } from "../notifications/model";
import { fireDue } from "./firing";
import type { SwitchOffReason } from "../runs/taskEnd";
import type { SkipReason } from "./firing";

/** Fires the tasks that are due. It may be called at any time, and several calls may overlap. */
export const fire = scheduledMutation({}, async (ctx) => {
  if (await fireDue(ctx)) await ctx.scheduler.runAfter(0, internal.recurringTasks.scheduled.fire, {});
});

const sentences: Record<SkipReason | SwitchOffReason, string> = {
  failures: "Too many of its runs have failed in a row. Mend the cause, and switch the recurring task on again.",
  workflow_gone: "Its workflow is gone, so the recurring task has been switched off.",
  workflow_disabled: "Its workflow is disabled. The recurring task stays on and tries again at its next time.",
};

export const tellHindrance = internalMutation({
  args: {
    taskId: v.id("recurringTasks"),
    hindrance: v.union(v.literal("workflow_gone"), v.literal("workflow_disabled"), v.literal("failures")),
  },
  handler: async (ctx, { taskId, hindrance }): Promise<null> => {
    const task = await ctx.db.get("recurringTasks", taskId);
    if (task === null) return null;
    const title = hindrance === "failures" ? `${task.title} was switched off.` : `${task.title} could not run.`;
    await notifyMembers(ctx, task.projectId, { type: "run_failed", title, body: sentences[hindrance] });
    return null;
  },
});
