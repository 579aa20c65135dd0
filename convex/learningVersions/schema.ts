/* eslint-disable @convex-dev/no-duplicate-indexes -- Each filter of a list has an index that continues with the time */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { versionStatuses } from "./status";

export const versionStatus = literals(versionStatuses);
export type VersionStatus = Infer<typeof versionStatus>;

export const learningVersionTables = {
  // Learnings compiled for one type of role. At most one version per type is active. `version` counts from 1 per type.
  // People write versions; people and the runner read them. They are deleted with the project.
  learningVersions: defineTable({
    projectId: v.id("projects"),
    roleType: v.string(),
    version: v.number(),
    status: versionStatus,
    // The number of learnings in the document, without duplicates.
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
  // The learnings and text of a version, which can be large and which lists do not show: one row per version.
  learningDocuments: defineTable({
    projectId: v.id("projects"),
    // All learnings that were chosen. Some may have been deleted since.
    learningIds: v.array(v.id("learnings")),
    content: v.string(),
  }).index("by_project", ["projectId"]),
};
