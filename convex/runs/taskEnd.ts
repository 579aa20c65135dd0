// Switches a task off whose runs fail one after the other, if it has a limit for that.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { systemActor } from "../callers/actor";
import { writeEntry } from "../callers/audited";
import { addToInbox, removeFromInbox } from "../inbox/model";
import { publicId } from "../lib/publicIds";

type Task = Doc<"recurringTasks">;

/** Why the clock has switched a task off. */
export type SwitchOffReason = "workflow_gone" | "failures";

/** Counts failed runs in a row. A cancelled one says nothing about the task. */
export async function taskRunEnded(
  ctx: MutationCtx,
  taskId: Id<"recurringTasks">,
  { status, name, error = "" }: Pick<Doc<"runs">, "status" | "name" | "error">,
): Promise<void> {
  const task = status === "cancelled" ? null : await ctx.db.get("recurringTasks", taskId);
  if (task?.pauseAfterFailures === undefined) return;
  const failuresInRow = status === "failed" ? (task.failuresInRow ?? 0) + 1 : 0;
  if (failuresInRow !== (task.failuresInRow ?? 0)) await ctx.db.patch("recurringTasks", taskId, { failuresInRow });
  if (!task.isActive || failuresInRow < task.pauseAfterFailures) return;
  await switchOff(ctx, task, "failures");
  const reason = `${timesInRow(failuresInRow)} The last run, ${name}: ${error === "" ? "no reason given." : error}`;
  await addToInbox(ctx, "task_paused", taskId, { projectId: task.projectId, title: task.title, reason });
  const told = { taskId, hindrance: "failures" } as const;
  await ctx.scheduler.runAfter(0, internal.recurringTasks.scheduled.tellHindrance, told);
}

function timesInRow(count: number): string {
  return count === 1 ? "Its run has failed." : `Its runs have failed ${count} times in a row.`;
}

/** The clock changes what a person has set, so the audit log tells it. */
export async function switchOff(ctx: MutationCtx, { _id, projectId }: Task, reason: SwitchOffReason): Promise<void> {
  await ctx.db.patch("recurringTasks", _id, { isActive: false, nextRunAtMs: undefined, pausedReason: reason });
  await writeEntry(ctx, projectId, {
    actor: systemActor,
    action: "recurring-tasks.switch-off",
    subject: { type: "recurringTask", id: publicId("recurringTasks", _id) },
    requestId: null,
    changes: { isActive: { from: true, to: false }, reason: { from: null, to: reason } },
    outcome: "success",
  });
}

/** Somebody has switched the task on again, or deleted it. */
export async function clearPausedNotice(ctx: MutationCtx, taskId: Id<"recurringTasks">): Promise<void> {
  await removeFromInbox(ctx, "task_paused", taskId);
}
