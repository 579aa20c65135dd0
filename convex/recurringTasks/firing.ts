// Creates the runs of tasks that are due. The run of a task and its next time are written in one transaction, so each
// time fires exactly once, whatever crashes or overlaps. A task that has missed several times runs once and then
// continues with its next time in the future.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { systemActor } from "../callers/actor";
import type { Actor } from "../callers/actor";
import { appendToFeed } from "../events/append";
import { apiError } from "../lib/errors";
import { omitNullish } from "../lib/omitNullish";
import { hourMs } from "../lib/times";
import { hasBudgetLeft } from "../lib/transactionBudget";
import { timeZoneCache } from "../lib/timeZones";
import type { TimeZone } from "../lib/timeZones";
import { pauseTask } from "../jobs/pausing";
import { givesWay, rulesOf, applyConflictRule } from "../runs/conflicts";
import { createRun, requireEnabled } from "../runs/creation";
import { targetWorkflow } from "./model";
import { switchOff } from "../runs/taskEnd";
import { nextFiring } from "./jitter";
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
  if (dueMs === undefined || project === null) return await forget(ctx, task);
  if (project.deletingAtMs !== undefined) return await pauseTask(ctx, task, project.deletingAtMs);
  const workflow = await targetWorkflow(ctx, task);
  if (workflow === null) {
    await switchOff(ctx, task, "workflow_gone");
    await report(ctx, task, "recurring_task.missed", { dueAt: dueMs, reason: "workflow_gone" });
    return await notifyMembersOfSkip(ctx, task, "workflow_gone");
  }
  const firedAtMs = Math.max(Date.now(), dueMs);
  const nextRunAtMs = nextFiring(task, zoneOf(task.timezone), firedAtMs);
  await scheduleWakeUp(ctx, nextRunAtMs);
  if (!workflow.isEnabled) {
    await ctx.db.patch("recurringTasks", task._id, { nextRunAtMs });
    await report(ctx, task, "recurring_task.missed", { dueAt: dueMs, reason: "workflow_disabled" });
    return await notifyOfDisabled(ctx, task, firedAtMs);
  }
  const rules = rulesOf(task, workflow);
  if (await givesWay(ctx, project, rules)) {
    await ctx.db.patch("recurringTasks", task._id, { nextRunAtMs });
    return await report(ctx, task, "recurring_task.missed", { dueAt: dueMs, reason: "conflict" });
  }
  const run = await createRun(ctx, project, { ...runOf(task), ...rules, workflow, scheduledForMs: dueMs });
  await ctx.db.patch("recurringTasks", task._id, { nextRunAtMs, lastRunAtMs: firedAtMs, lastRunId: run._id });
  await report(ctx, task, "recurring_task.fired", { dueAt: dueMs }, run);
}

/** Adds an event to the feed of the project. */
async function report(
  ctx: MutationCtx,
  { _id: id, projectId, title }: Task,
  type: "recurring_task.fired" | "recurring_task.missed",
  data: Record<string, unknown>,
  run?: Doc<"runs">,
): Promise<void> {
  const about = { projectId, type, subject: { type: "recurringTask" as const, id }, data: { title, ...data } };
  await appendToFeed(ctx, { ...about, ...omitNullish({ runId: run?._id }) });
}

export interface StartedNow {
  run: Doc<"runs">;
  /** The run was there already, and the task skips a run for it. */
  isExisting: boolean;
}

/** Starts a run of the task now, and leaves its next time as it is. Throws CONFLICT when its workflow cannot run. */
export async function runNow(ctx: MutationCtx, project: Doc<"projects">, task: Task, by: Actor): Promise<StartedNow> {
  const workflow = await targetWorkflow(ctx, task);
  if (workflow === null) {
    throw apiError("CONFLICT", "The workflow of the recurring task was deleted; set another targetWorkflowId first.");
  }
  requireEnabled(workflow);
  const rules = rulesOf(task, workflow);
  const existing = await applyConflictRule(ctx, project, rules, by);
  if (existing !== null) return { run: existing, isExisting: true };
  const asked = { ...runOf(task), ...rules, startedBy: by, isAskedFor: true } as const;
  return { run: await createRun(ctx, project, { ...asked, workflow }), isExisting: false };
}

function runOf({ _id, title, prompt, timezone, frequency, createdBy }: Task) {
  return {
    recurringTaskId: _id,
    source: "recurring_task",
    startedBy: systemActor,
    name: title,
    prompt,
    timezone,
    recurrencePattern: frequency,
    ...omitNullish({ createdBy }),
  } as const;
}

/** Nobody sees such a task any more. */
async function forget(ctx: MutationCtx, task: Task): Promise<void> {
  await ctx.db.patch("recurringTasks", task._id, { isActive: false, nextRunAtMs: undefined });
}

export type SkipReason = "workflow_gone" | "workflow_disabled";

/** A task may be due each minute, and its members hear of that once a day. */
async function notifyOfDisabled(ctx: MutationCtx, task: Task, firedAtMs: number): Promise<void> {
  if (firedAtMs - (task.skipToldAtMs ?? -Infinity) < toldAgainAfterMs) return;
  await ctx.db.patch("recurringTasks", task._id, { skipToldAtMs: firedAtMs });
  await notifyMembersOfSkip(ctx, task, "workflow_disabled");
}

/** Less than a day, because clocks are put forward and tasks may fire late. */
const toldAgainAfterMs = 20 * hourMs;

/** Notifies the members in another transaction: a project has many members, and a batch has many tasks. */
async function notifyMembersOfSkip(ctx: MutationCtx, task: Task, hindrance: SkipReason): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.recurringTasks.scheduled.tellHindrance, { taskId: task._id, hindrance });
}
