import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { frequencies } from "./schedule";

export const frequency = literals(frequencies);
export type Frequency = Infer<typeof frequency>;

export const recurringTaskTables = {
  // Prompts that start a run again and again. Written and deleted by REST; firing.ts finds those that are due by
  // `by_due`, and moves them on.
  recurringTasks: defineTable({
    projectId: v.id("projects"),
    title: v.string(),
    description: v.optional(v.string()),
    prompt: v.string(),
    frequency,
    targetWorkflowId: v.id("workflows"),
    isActive: v.boolean(),
    // IANA name; what hour and minute mean.
    timezone: v.string(),
    scheduledHour: v.number(),
    scheduledMinute: v.number(),
    // The local date of the first run, YYYY-MM-DD: the others are counted from it.
    anchorDate: v.string(),
    // Absent while inactive, so that the index has only what can come due.
    nextRunAtMs: v.optional(v.number()),
    // When it last fired, which is its instant or, after downtime, later.
    lastRunAtMs: v.optional(v.number()),
    lastRunId: v.optional(v.id("runs")),
    createdBy: v.optional(v.id("users")),
    updatedAtMs: v.number(),
  })
    .index("by_project", ["projectId"])
    .index("by_due", ["isActive", "nextRunAtMs"]),
};
