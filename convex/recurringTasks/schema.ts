import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { queueColumns } from "../queue/schedulingFields";
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
    // The rules of its runs, before those of the workflow (runs/conflicts.ts).
    ...queueColumns,
    // The IANA name of the zone of hour and minute.
    timezone: v.string(),
    // Without meaning for the frequency `cron`.
    scheduledHour: v.number(),
    scheduledMinute: v.number(),
    // Only with the frequency `daily`. 1 is Monday.
    daysOfWeek: v.optional(v.array(v.number())),
    // The five fields of the frequency `cron`.
    cron: v.optional(v.string()),
    // The local date of the first run as YYYY-MM-DD. The other dates are counted from it.
    anchorDate: v.string(),
    // Undefined while the task is inactive, so the index contains only active tasks.
    nextRunAtMs: v.optional(v.number()),
    // The time of the last run. After a downtime it is later than the scheduled time.
    lastRunAtMs: v.optional(v.number()),
    lastRunId: v.optional(v.id("runs")),
    // Its runs begin up to this much later than the schedule says (jitter.ts). Absent is 0.
    jitterSeconds: v.optional(v.number()),
    // The task is switched off after this many failed runs in a row, which are counted while it has this.
    pauseAfterFailures: v.optional(v.number()),
    failuresInRow: v.optional(v.number()),
    // Why the clock has switched the task off. Absent while it is on, and when a person has switched it off.
    pausedReason: v.optional(literals(["workflow_gone", "failures"] as const)),
    // When the members were last told that the task could not run.
    skipToldAtMs: v.optional(v.number()),
    createdBy: v.optional(v.id("users")),
    updatedAtMs: v.number(),
  })
    .index("by_project", ["projectId"])
    .index("by_due", ["isActive", "nextRunAtMs"])
    .searchIndex("search_title", { searchField: "title", filterFields: ["projectId"] }),
};
