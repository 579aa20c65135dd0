// Tasks may be created for a disabled workflow, since it may be enabled before they run (firing.ts).
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { patchFrom, omitNullish } from "../lib/omitNullish";
import { getOrThrow } from "../lib/getDocument";
import { patchAndReturn } from "../lib/patchAndReturn";
import { timeZoneCache } from "../lib/timeZones";
import type { CreateRequest, UpdateRequest } from "./requests";
import { changedSchedule } from "./completeSchedule";
import type { GivenSchedule, ZonedSchedule } from "./completeSchedule";
import { clearPausedNotice } from "../runs/taskEnd";
import { delayed, nextFiring } from "./jitter";
import { firstRun } from "./schedule";
import { scheduleWakeUp } from "./wakeUps";

type Task = Doc<"recurringTasks">;

export async function createTask(
  ctx: MutationCtx,
  workflow: Doc<"workflows">,
  request: Omit<CreateRequest, keyof GivenSchedule | "targetWorkflowId">,
  schedule: ZonedSchedule,
  createdBy: Id<"users">,
): Promise<Task> {
  const { title, description, prompt, priority, conflictKey, onConflict, jitterSeconds, pauseAfterFailures } = request;
  const { daysOfWeek, cron, ...times } = schedule;
  const { anchorDate, nextRunAtMs: plannedMs } = firstRun(schedule, timeZoneCache()(schedule.timezone), Date.now());
  const id = await ctx.db.insert("recurringTasks", {
    projectId: workflow.projectId,
    title,
    prompt,
    ...times,
    anchorDate,
    targetWorkflowId: workflow._id,
    isActive: true,
    createdBy,
    updatedAtMs: Date.now(),
    ...omitNullish({ description, daysOfWeek, cron, priority, conflictKey, onConflict }),
    ...omitNullish({ jitterSeconds, pauseAfterFailures }),
  });
  // The delay of a task follows from its id.
  const task = await getOrThrow(ctx, "recurringTasks", id);
  const nextRunAtMs = delayed(task, plannedMs);
  await scheduleWakeUp(ctx, nextRunAtMs);
  return await patchAndReturn(ctx, "recurringTasks", task, { nextRunAtMs });
}

/** A changed schedule counts from now on. A schedule that is given unchanged keeps its next time. */
export async function updateTask(
  ctx: MutationCtx,
  task: Task,
  changes: Omit<UpdateRequest, "targetWorkflowId">,
  workflow: Doc<"workflows"> | undefined,
): Promise<Task> {
  const { title, description, prompt, priority, conflictKey, onConflict, jitterSeconds, pauseAfterFailures } = changes;
  await ctx.db.patch("recurringTasks", task._id, {
    updatedAtMs: Date.now(),
    ...patchFrom({ title, prompt, description, targetWorkflowId: workflow?._id }),
    ...patchFrom({ priority, conflictKey, onConflict, jitterSeconds, pauseAfterFailures }),
    // Failures count from when somebody asks for it.
    ...(task.pauseAfterFailures === undefined ? { failuresInRow: undefined } : {}),
    ...(await reschedule(ctx, task, changes)),
  });
  return await getOrThrow(ctx, "recurringTasks", task._id);
}

async function reschedule(ctx: MutationCtx, task: Task, changes: GivenSchedule & Pick<UpdateRequest, "jitterSeconds">) {
  const { daysOfWeek, cron, ...others } = changedSchedule(changes, task);
  // What the schedule no longer has is removed.
  const schedule = { ...others, daysOfWeek, cron };
  const jitterSeconds = changes.jitterSeconds === undefined ? task.jitterSeconds : (changes.jitterSeconds ?? 0);
  const isSame = scheduleFields.every((field) => String(schedule[field]) === String(task[field]));
  if (isSame && (jitterSeconds ?? 0) === (task.jitterSeconds ?? 0)) return {};
  const { anchorDate, nextRunAtMs: plannedMs } = firstRun(
    schedule,
    timeZoneCache()(schedule.timezone),
    overUntil(task),
  );
  if (!task.isActive) return { ...schedule, anchorDate };
  const nextRunAtMs = delayed({ _id: task._id, jitterSeconds }, plannedMs);
  await scheduleWakeUp(ctx, nextRunAtMs);
  return { ...schedule, anchorDate, nextRunAtMs };
}

const scheduleFields = ["frequency", "timezone", "scheduledHour", "scheduledMinute", "daysOfWeek", "cron"] as const;

/** A task that already has the wanted state stays unchanged. Throws CONFLICT for a task without a workflow. */
export async function setTaskActive(ctx: MutationCtx, task: Task, isActive: boolean): Promise<Task> {
  if (task.isActive === isActive) return task;
  await ctx.db.patch("recurringTasks", task._id, {
    isActive,
    nextRunAtMs: isActive ? await resume(ctx, task) : undefined,
    pausedReason: undefined,
    failuresInRow: undefined,
    updatedAtMs: Date.now(),
  });
  return await getOrThrow(ctx, "recurringTasks", task._id);
}

async function resume(ctx: MutationCtx, task: Task): Promise<number> {
  if ((await targetWorkflow(ctx, task)) === null) {
    throw apiError("CONFLICT", "The workflow of the recurring task was deleted; set another targetWorkflowId first.");
  }
  await clearPausedNotice(ctx, task._id);
  const nextRunAtMs = nextFiring(task, timeZoneCache()(task.timezone), overUntil(task));
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
