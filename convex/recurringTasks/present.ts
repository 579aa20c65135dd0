import type { Doc } from "../_generated/dataModel";
import { publicId, publicIdOrNull, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { timeZoneCache } from "../lib/timeZones";
import { isoTime, isoTimeOrNull } from "../lib/times";
import { runsFrom } from "./schedule";

export interface RecurringTaskView extends Ids {
  title: string;
  description: string | null;
  prompt: string;
  frequency: string;
  targetWorkflowId: string;
  isActive: boolean;
  timezone: string;
  scheduledHour: number;
  scheduledMinute: number;
  nextRunAt: string | null;
  /** The next times, the first of which is `nextRunAt`. Empty while the task is inactive. */
  nextRuns: string[];
  lastRunAt: string | null;
  lastRunId: string | null;
  createdAt: string;
  updatedAt: string;
}

export function presentTask(task: Doc<"recurringTasks">): RecurringTaskView {
  const { title, description = null, prompt, frequency, isActive, timezone, scheduledHour, scheduledMinute } = task;
  return withIds("recurringTasks", task._id, {
    title,
    description,
    prompt,
    frequency,
    targetWorkflowId: publicId("workflows", task.targetWorkflowId),
    isActive,
    timezone,
    scheduledHour,
    scheduledMinute,
    nextRunAt: isoTimeOrNull(task.nextRunAtMs),
    nextRuns: nextRunsOf(task),
    lastRunAt: isoTimeOrNull(task.lastRunAtMs),
    lastRunId: publicIdOrNull("runs", task.lastRunId),
    createdAt: isoTime(task._creationTime),
    updatedAt: isoTime(task.updatedAtMs),
  });
}

const shownRuns = 5;

function nextRunsOf(task: Doc<"recurringTasks">): string[] {
  const { nextRunAtMs, timezone } = task;
  if (nextRunAtMs === undefined) return [];
  return runsFrom(task, timeZoneCache()(timezone), nextRunAtMs, shownRuns).map(isoTime);
}
