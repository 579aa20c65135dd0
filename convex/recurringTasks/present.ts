import type { Doc } from "../_generated/dataModel";
import { publicId, publicIdOrNull, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { timeZoneCache } from "../lib/timeZones";
import { isoTime, isoTimeOrNull } from "../lib/times";
import type { SwitchOffReason } from "../runs/taskEnd";
import { firingsFrom } from "./jitter";

export interface RecurringTaskView extends Ids {
  title: string;
  description: string | null;
  prompt: string;
  frequency: string;
  targetWorkflowId: string;
  isActive: boolean;
  timezone: string;
  /** The time of day, which a cron has in its fields. */
  scheduledHour: number | null;
  scheduledMinute: number | null;
  /** The days of a daily task, of which 1 is Monday. Null: every day. */
  daysOfWeek: number[] | null;
  cron: string | null;
  /** The rules of its runs. Null: those of the workflow. */
  priority: number | null;
  conflictKey: string | null;
  onConflict: string | null;
  /** How many seconds later than its schedule a run may begin. It is contained in `nextRunAt` and `nextRuns`. */
  jitterSeconds: number;
  /** The task is switched off after this many failed runs in a row. Null: never. */
  pauseAfterFailures: number | null;
  /** Why it was switched off, unless a person did it. */
  pausedReason: SwitchOffReason | null;
  nextRunAt: string | null;
  /** The next times, the first of which is `nextRunAt`. Empty while the task is inactive. */
  nextRuns: string[];
  lastRunAt: string | null;
  lastRunId: string | null;
  createdAt: string;
  updatedAt: string;
}

export function presentTask(task: Doc<"recurringTasks">): RecurringTaskView {
  const { title, description = null, prompt, frequency, isActive, timezone, daysOfWeek = null, cron = null } = task;
  const hasTime = frequency !== "cron";
  return withIds("recurringTasks", task._id, {
    title,
    description,
    prompt,
    frequency,
    targetWorkflowId: publicId("workflows", task.targetWorkflowId),
    isActive,
    timezone,
    scheduledHour: hasTime ? task.scheduledHour : null,
    scheduledMinute: hasTime ? task.scheduledMinute : null,
    daysOfWeek,
    cron,
    priority: task.priority ?? null,
    conflictKey: task.conflictKey ?? null,
    onConflict: task.onConflict ?? null,
    jitterSeconds: task.jitterSeconds ?? 0,
    pauseAfterFailures: task.pauseAfterFailures ?? null,
    pausedReason: task.pausedReason ?? null,
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
  return firingsFrom(task, timeZoneCache()(timezone), nextRunAtMs, shownRuns).map(isoTime);
}
