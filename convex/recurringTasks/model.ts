// Tasks may be created for a disabled workflow, since it may be enabled before they run (firing.ts).
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { patchFrom, omitNullish } from "../lib/omitNullish";
import { getOrThrow } from "../lib/getDocument";
import { timeZoneCache } from "../lib/timeZones";
import type { CreateRequest, UpdateRequest } from "./requests";
import { firstRun, nextRun } from "./schedule";
import { scheduleWakeUp } from "./wakeUps";

type Task = Doc<"recurringTasks">;

export async function createTask(
  ctx: MutationCtx,
  workflow: Doc<"workflows">,
  request: CreateRequest,
  createdBy: Id<"users">,
): Promise<Task> {
  const { title, description, prompt, frequency, timezone, scheduledHour, scheduledMinute } = request;
  const schedule = { frequency, timezone, scheduledHour, scheduledMinute };
  const first = firstRun(schedule, timeZoneCache()(timezone), Date.now());
  await scheduleWakeUp(ctx, first.nextRunAtMs);
  const id = await ctx.db.insert("recurringTasks", {
    projectId: workflow.projectId,
    title,
    prompt,
    ...schedule,
    ...first,
    targetWorkflowId: workflow._id,
    isActive: true,
    createdBy,
    updatedAtMs: Date.now(),
    ...omitNullish({ description }),
  });
  return await getOrThrow(ctx, "recurringTasks", id);
}

/** A changed schedule counts from now on. A schedule that is given unchanged keeps its next time. */
export async function updateTask(
  ctx: MutationCtx,
  task: Task,
  changes: Omit<UpdateRequest, "targetWorkflowId">,
  workflow: Doc<"workflows"> | undefined,
): Promise<Task> {
  const { title, description, prompt } = changes;
  await ctx.db.patch("recurringTasks", task._id, {
    updatedAtMs: Date.now(),
    ...patchFrom({ title, prompt, description, targetWorkflowId: workflow?._id }),
    ...(await reschedule(ctx, task, changes)),
  });
  return await getOrThrow(ctx, "recurringTasks", task._id);
}

async function reschedule(ctx: MutationCtx, task: Task, changes: Pick<UpdateRequest, ScheduleField>) {
  const {
    frequency = task.frequency,
    timezone = task.timezone,
    scheduledHour = task.scheduledHour,
    scheduledMinute = task.scheduledMinute,
  } = changes;
  const schedule = { frequency, timezone, scheduledHour, scheduledMinute };
  if (scheduleFields.every((field) => schedule[field] === task[field])) return {};
  const { anchorDate, nextRunAtMs } = firstRun(schedule, timeZoneCache()(timezone), overUntil(task));
  if (!task.isActive) return { ...schedule, anchorDate };
  await scheduleWakeUp(ctx, nextRunAtMs);
  return { ...schedule, anchorDate, nextRunAtMs };
}

const scheduleFields = ["frequency", "timezone", "scheduledHour", "scheduledMinute"] as const;
type ScheduleField = (typeof scheduleFields)[number];

/** A task that already has the wanted state stays unchanged. Throws CONFLICT for a task without a workflow. */
export async function setTaskActive(ctx: MutationCtx, task: Task, isActive: boolean): Promise<Task> {
  if (task.isActive === isActive) return task;
  await ctx.db.patch("recurringTasks", task._id, {
    isActive,
    nextRunAtMs: isActive ? await resume(ctx, task) : undefined,
    updatedAtMs: Date.now(),
  });
  return await getOrThrow(ctx, "recurringTasks", task._id);
}

async function resume(ctx: MutationCtx, task: Task): Promise<number> {
  if ((await targetWorkflow(ctx, task)) === null) {
    throw apiError("CONFLICT", "The workflow of the recurring task was deleted; set another targetWorkflowId first.");
  }
  const nextRunAtMs = nextRun(task, timeZoneCache()(task.timezone), overUntil(task));
  await scheduleWakeUp(ctx, nextRunAtMs);
  return nextRunAtMs;
}

/** Returns null when the workflow was deleted or is in the trash. */
export async function targetWorkflow(ctx: MutationCtx, task: Task): Promise<Doc<"workflows"> | null> {
  const workflow = await ctx.db.get("workflows", task.targetWorkflowId);
  return workflow?.deletedAtMs === undefined ? workflow : null;
}

/** Returns the present time, or the time of the last run if the clock went back since, so that no time fires twice. */
function overUntil(task: Task): number {
  return Math.max(Date.now(), task.lastRunAtMs ?? 0);
}
