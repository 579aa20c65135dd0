import type { Doc } from "../_generated/dataModel";
import { publicId } from "../lib/publicIds";
import { isoTime } from "../lib/times";

export interface RecurringTaskView {
  id: string;
  _id: string;
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
  lastRunAt: string | null;
  lastRunId: string | null;
  createdAt: string;
  updatedAt: string;
}

export function presentTask(task: Doc<"recurringTasks">): RecurringTaskView {
  const id = publicId("recurringTasks", task._id);
  const { title, description = null, prompt, frequency, isActive, timezone, scheduledHour, scheduledMinute } = task;
  return {
    id,
    _id: id,
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
    lastRunAt: isoTimeOrNull(task.lastRunAtMs),
    lastRunId: task.lastRunId === undefined ? null : publicId("runs", task.lastRunId),
    createdAt: isoTime(task._creationTime),
    updatedAt: isoTime(task.updatedAtMs),
  };
}

function isoTimeOrNull(epochMs: number | undefined): string | null {
  return epochMs === undefined ? null : isoTime(epochMs);
}
