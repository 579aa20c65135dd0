import { defineTable } from "convex/server";
import { v } from "convex/values";

export const analyticsTables = {
  // What happened in a project on one UTC day, at most one row per project and day, kept as it happens.
  dailyStats: defineTable({
    projectId: v.id("projects"),
    // YYYY-MM-DD
    date: v.string(),
    runsStarted: v.number(),
    runsCompleted: v.number(),
    runsFailed: v.number(),
    tokens: v.number(),
    costMicroUsd: v.number(),
    activeMs: v.number(),
  }).index("by_project_and_date", ["projectId", "date"]),
};
