import { defineTable } from "convex/server";
import { v } from "convex/values";
import { dayAmounts } from "../counters/schema";

export const analyticsTables = {
  // What happened in a project on one UTC day, at most one row per project and day on which anything did. What `tallies`
  // have of the same day is to be added.
  dailyStats: defineTable({
    projectId: v.id("projects"),
    // YYYY-MM-DD
    date: v.string(),
    ...dayAmounts,
  }).index("by_project_and_date", ["projectId", "date"]),
};
