import { defineTable } from "convex/server";
import { v } from "convex/values";
import { dayAmounts } from "../counters/schema";

export const analyticsTables = {
  // Totals of a project for one UTC day, at most one row per day on which anything happened. The amounts that
  // `counters` holds for the same day must be added.
  dailyStats: defineTable({
    projectId: v.id("projects"),
    date: v.string(),
    ...dayAmounts,
  }).index("by_project_and_date", ["projectId", "date"]),
};
