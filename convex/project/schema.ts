import { defineTable } from "convex/server";
import { v } from "convex/values";

export const projectTables = {
  // The tenant: all other rows of the product belong to one. Written by administrators and by the project's own keys.
  // `slug` is unique among all projects.
  projects: defineTable({
    name: v.string(),
    slug: v.string(),
    gitRepoUrl: v.union(v.string(), v.null()),
    // Since when the project is being deleted: its keys are refused, and its rows go away bit by bit.
    deletingAtMs: v.optional(v.number()),
  }).index("by_slug", ["slug"]),
};
