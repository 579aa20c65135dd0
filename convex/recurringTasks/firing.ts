// Creates the runs of tasks that are due. The run of a task and its next time are written in one transaction, so each
// time fires exactly once, whatever crashes or overlaps. A task that has missed several times runs once and then
// continues with its next time in the future.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { omitNullish } from "../lib/omitNullish";
import { hasBudgetLeft } from "../lib/transactionBudget";
import { timeZoneCache } from "../lib/timeZones";
import type { TimeZone } from "../lib/timeZones";
import { pauseTask } from "../jobs/pausing";
import { createRun } from "../runs/creation";
import { targetWorkflow } from "./model";
import { nextRun } from "./schedule";
import { scheduleWakeUp } from "./wakeUps";

type Task = Doc<"recurringTasks">;

/** Creating 50 runs takes one to three seconds, so a thousand tasks need less than a minute. */
const tasksPerBatch = 50;

/** The clocks of the scheduler and of the function may differ by this. An early wake still finds its tasks. */
const earlyMs = 1000;

/** Fires one batch of the tasks that are due. Returns whether there may be more. */
export async function fireDue(ctx: MutationCtx): Promise<boolean> {
  const due = ctx.db
    .query("recurringTasks")
    .withIndex("by_due", (q) => q.eq("isActive", true).lte("nextRunAtMs", Date.now() + earlyMs));
  const zoneOf = timeZoneCache();
  let fired = 0;
  for await (const task of due) {
    await fire(ctx, task, zoneOf);
    fired += 1;
    // Some prompts are long, and some workflows have many personas.
    if (fired === tasksPerBatch || !(await hasBudgetLeft(ctx, "large"))) return true;
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
    return await notifyMembersOfSkip(ctx, task, "workflow_gone");
  }
  const firedAtMs = Math.max(Date.now(), dueMs);
  const nextRunAtMs = nextRun(task, zoneOf(task.timezone), firedAtMs);
  await scheduleWakeUp(ctx, nextRunAtMs);
  if (!workflow.isEnabled) {
    await ctx.db.patch("recurringTasks", task._id, { nextRunAtMs });
    return await notifyMembersOfSkip(ctx, task, "workflow_disabled");
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
    ...omitNullish({ createdBy }),
  } as const;
}

async function switchOff(ctx: MutationCtx, task: Task): Promise<void> {
  await ctx.db.patch("recurringTasks", task._id, { isActive: false, nextRunAtMs: undefined });
}

export type SkipReason = "workflow_gone" | "workflow_disabled";

/** Notifies the members in another transaction: a project has many members, and a batch has many tasks. */
async function notifyMembersOfSkip(ctx: MutationCtx, task: Task, hindrance: SkipReason): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.recurringTasks.jobs.tellHindrance, { taskId: task._id, hindrance });
}
