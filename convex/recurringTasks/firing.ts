// Runs of tasks that are due. A task's run and its next time are written in one transaction: whatever crashes or overlaps,
// each instant fires once. However many it has missed, a task runs once and goes on with the next in the future.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { given } from "../lib/given";
import { hasRoom } from "../lib/stages";
import { timeZones } from "../lib/timeZones";
import type { TimeZone } from "../lib/timeZones";
import { pauseTask } from "../jobs/pausing";
import { createRun } from "../runs/creation";
import { targetWorkflow } from "./model";
import { nextRun } from "./schedule";
import { ensureWake } from "./wakes";

type Task = Doc<"recurringTasks">;

/**
 * A run is some twenty reads and writes, so at a millisecond or three each a batch is done in one to three seconds: a
 * thousand tasks take twenty batches, within a minute, and whoever writes into the same projects meanwhile is not in
 * conflict with a batch for long.
 */
const tasksPerBatch = 50;

/** The clocks of who wakes and of who looks may differ by this: a wake that comes early finds its tasks, too. */
const earlyMs = 1000;

/** Fires one batch of what is due. Whether there may be more. */
export async function fireDue(ctx: MutationCtx): Promise<boolean> {
  const due = ctx.db
    .query("recurringTasks")
    .withIndex("by_due", (q) => q.eq("isActive", true).lte("nextRunAtMs", Date.now() + earlyMs));
  const zoneOf = timeZones();
  let fired = 0;
  for await (const task of due) {
    await fire(ctx, task, zoneOf);
    fired += 1;
    // Prompts are long now and then, and workflows have many personas.
    if (fired === tasksPerBatch || !(await hasRoom(ctx, "large"))) return true;
  }
  return false;
}

async function fire(ctx: MutationCtx, task: Task, zoneOf: (name: string) => TimeZone): Promise<void> {
  const { nextRunAtMs: dueMs } = task;
  const project = await ctx.db.get("projects", task.projectId);
  if (dueMs === undefined || project === null) return await switchOff(ctx, task);
  if (project.deletingAtMs !== undefined) return await pauseTask(ctx, task, project.deletingAtMs);
  const workflow = await targetWorkflow(ctx, task);
  if (workflow === null) {
    await switchOff(ctx, task);
    return await tell(ctx, task, "workflow_gone");
  }
  const firedAtMs = Math.max(Date.now(), dueMs);
  const nextRunAtMs = nextRun(task, zoneOf(task.timezone), firedAtMs);
  await ensureWake(ctx, nextRunAtMs);
  if (!workflow.isEnabled) {
    await ctx.db.patch("recurringTasks", task._id, { nextRunAtMs });
    return await tell(ctx, task, "workflow_disabled");
  }
  const run = await createRun(ctx, project, { ...runOf(task), workflow, scheduledForMs: dueMs });
  await ctx.db.patch("recurringTasks", task._id, { nextRunAtMs, lastRunAtMs: firedAtMs, lastRunId: run._id });
}

function runOf({ _id, title, prompt, timezone, frequency, createdBy }: Task) {
  return {
    recurringTaskId: _id,
    source: "recurring_task",
    name: title,
    prompt,
    timezone,
    recurrencePattern: frequency,
    ...given({ createdBy }),
  } as const;
}

async function switchOff(ctx: MutationCtx, task: Task): Promise<void> {
  await ctx.db.patch("recurringTasks", task._id, { isActive: false, nextRunAtMs: undefined });
}

/** Why a due task did not run. */
export type Hindrance = "workflow_gone" | "workflow_disabled";

/** In a transaction of its own: a project has many members, and a batch many tasks that may share a workflow. */
async function tell(ctx: MutationCtx, task: Task, hindrance: Hindrance): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.recurringTasks.jobs.tellHindrance, { taskId: task._id, hindrance });
}
