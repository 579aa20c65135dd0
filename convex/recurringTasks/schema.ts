import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { frequencies } from "./schedule";

export const frequency = literals(frequencies);
export type Frequency = Infer<typeof frequency>;

export const recurringTaskTables = {
  // Prompts that start a run again and again. firing.ts finds the tasks that are due with `by_due`.
  recurringTasks: defineTable({
    projectId: v.id("projects"),
    title: v.string(),
    description: v.optional(v.string()),
    prompt: v.string(),
    frequency,
    targetWorkflowId: v.id("workflows"),
    isActive: v.boolean(),
    // The IANA name of the zone of hour and minute.
    timezone: v.string(),
    scheduledHour: v.number(),
    scheduledMinute: v.number(),
    // The local date of the first run as YYYY-MM-DD. The other dates are counted from it.
    anchorDate: v.string(),
    // Undefined while the task is inactive, so the index contains only active tasks.
    nextRunAtMs: v.optional(v.number()),
    // The time of the last run. After a downtime it is later than the scheduled time.
    lastRunAtMs: v.optional(v.number()),
    lastRunId: v.optional(v.id("runs")),
    createdBy: v.optional(v.id("users")),
    updatedAtMs: v.number(),
  })
    .index("by_project", ["projectId"])
    .index("by_due", ["isActive", "nextRunAtMs"]),
};
