import { defineTable } from "convex/server";
import { v } from "convex/values";

export const counterTables = {
  // How many of something a project has, at most one row per project and name; without one it has none. Changed in the
  // transaction that changes the thing, since counting would read all of them.
  projectCounters: defineTable({
    projectId: v.id("projects"),
    name: v.string(),
    value: v.number(),
  }).index("by_project_and_name", ["projectId", "name"]),
};
