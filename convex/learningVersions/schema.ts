import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";

export const versionStatus = v.union(v.literal("draft"), v.literal("active"), v.literal("archived"));
export type VersionStatus = Infer<typeof versionStatus>;

export const learningVersionTables = {
  // Compiled learnings for one type of role; at most one of a type is active. `version` counts from 1 per type.
  learningVersions: defineTable({
    projectId: v.id("projects"),
    roleType: v.string(),
    version: v.number(),
    status: versionStatus,
    content: v.string(),
    learningIds: v.array(v.id("learnings")),
    learningCount: v.number(),
    createdBy: v.optional(v.id("users")),
    activatedAtMs: v.optional(v.number()),
  })
    .index("by_project", ["projectId"])
    .index("by_status", ["projectId", "status"])
    .index("by_role", ["projectId", "roleType"])
    .index("by_role_and_status", ["projectId", "roleType", "status"])
    .index("by_role_and_version", ["projectId", "roleType", "version"]),
};
