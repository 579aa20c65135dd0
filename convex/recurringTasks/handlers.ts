import type { ReadCtx, WriteCtx } from "../callers/caller";
import { listOf, ofProject } from "../callers/lists";
import { getOwn } from "../lib/getDocument";
import { withIds } from "../lib/publicIds";
import { isoTime } from "../lib/times";
import { timeZoneCache } from "../lib/timeZones";
import { presentRun } from "../runs/present";
import type { StartedRunView } from "../runs/present";
import { newSchedule } from "./completeSchedule";
import { clearPausedNotice } from "../runs/taskEnd";
import { runNow } from "./firing";
import { createTask, setTaskActive, updateTask } from "./model";
import { presentTask } from "./present";
import type { RecurringTaskView } from "./present";
import { firstRun, runsFrom } from "./schedule";
import type { CreateRequest, PreviewRequest, ToggleRequest, UpdateRequest } from "./requests";

type Named = { id: string };

export const list = listOf({
  name: "recurring-tasks",
  bounds: "small",
  filters: {},
  find: ofProject("recurringTasks"),
  present: presentTask,
});

export async function get(ctx: ReadCtx, { id }: Named): Promise<RecurringTaskView> {
  return presentTask(await getOwn(ctx, "recurringTasks", id));
}

export async function create(ctx: WriteCtx, request: CreateRequest): Promise<RecurringTaskView> {
  const schedule = newSchedule(request);
  const workflow = await getOwn(ctx, "workflows", request.targetWorkflowId);
  return presentTask(await createTask(ctx, workflow, request, schedule, ctx.userId));
}

/** The next times of a schedule. Nothing is kept. */
export async function preview(_ctx: ReadCtx, request: PreviewRequest): Promise<{ nextRuns: string[] }> {
  const schedule = newSchedule(request);
  const zone = timeZoneCache()(schedule.timezone);
  const { anchorDate, nextRunAtMs } = firstRun(schedule, zone, Date.now());
  return { nextRuns: runsFrom({ ...schedule, anchorDate }, zone, nextRunAtMs, previewedRuns).map(isoTime) };
}

const previewedRuns = 10;

/** Starts a run of the task. Its next time stays. */
export async function run(ctx: WriteCtx, { id }: Named): Promise<StartedRunView> {
  const started = await runNow(ctx, ctx.project, await getOwn(ctx, "recurringTasks", id), ctx.actor);
  const view = presentRun(started.run);
  return started.isExisting ? { ...view, isExisting: true } : view;
}

export async function update(
  ctx: WriteCtx,
  { id, targetWorkflowId, ...changes }: Named & UpdateRequest,
): Promise<RecurringTaskView> {
  const task = await getOwn(ctx, "recurringTasks", id);
  const workflow = targetWorkflowId === undefined ? undefined : await getOwn(ctx, "workflows", targetWorkflowId);
  return presentTask(await updateTask(ctx, task, changes, workflow));
}

export async function toggle(ctx: WriteCtx, { id, isActive }: Named & ToggleRequest): Promise<RecurringTaskView> {
  const task = await getOwn(ctx, "recurringTasks", id);
  return presentTask(await setTaskActive(ctx, task, isActive ?? !task.isActive));
}

/** Deletes the task for good. Its runs stay. */
export async function remove(ctx: WriteCtx, { id }: Named) {
  const task = await getOwn(ctx, "recurringTasks", id);
  await ctx.db.delete("recurringTasks", task._id);
  await clearPausedNotice(ctx, task._id);
  return withIds("recurringTasks", task._id, { deleted: true });
}
