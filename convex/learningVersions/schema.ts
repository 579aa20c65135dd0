/* eslint-disable @convex-dev/no-duplicate-indexes -- Each filter of a list has an index that goes on with the time. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { versionStatuses } from "./status";

export const versionStatus = literals(versionStatuses);
export type VersionStatus = Infer<typeof versionStatus>;

export const learningVersionTables = {
  // Compiled learnings for one type of role; at most one of a type is active. `version` counts from 1 per type. Written by
  // people; read by them and the runner; they go with the project.
  learningVersions: defineTable({
    projectId: v.id("projects"),
    roleType: v.string(),
    version: v.number(),
    status: versionStatus,
    // Those that the document tells, each double once.
    learningCount: v.number(),
    documentId: v.id("learningDocuments"),
    createdBy: v.id("users"),
    activatedAtMs: v.optional(v.number()),
  })
    .index("by_project", ["projectId"])
    .index("by_status", ["projectId", "status"])
    .index("by_role", ["projectId", "roleType"])
    .index("by_role_and_status", ["projectId", "roleType", "status"])
    .index("by_role_and_version", ["projectId", "roleType", "version"]),
  // What a version is made of and what came of it, one row each: apart, as it can be large and lists do not show it.
  learningDocuments: defineTable({
    projectId: v.id("projects"),
    // All that were chosen; some may be gone since.
    learningIds: v.array(v.id("learnings")),
    content: v.string(),
  }).index("by_project", ["projectId"]),
};
