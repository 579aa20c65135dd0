import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";

/** An outdated copy, or a deleted asset, that a run which has not ended may still use. */
const pendingDeletion = v.union(
  v.object({ kind: v.literal("sharedCopy"), sharedCopyId: v.id("sharedCopies") }),
  v.object({ kind: v.literal("asset"), assetId: v.id("assets") }),
);
export type PendingDeletion = Infer<typeof pendingDeletion>;

/** The copies that a run receives. */
export const copiesOfRun = {
  settingsId: v.id("sharedCopies"),
  assetsId: v.id("sharedCopies"),
  planId: v.id("sharedCopies"),
  // One entry for each role of the plan.
  learnings: v.array(v.object({ role: v.string(), sharedCopyId: v.id("sharedCopies") })),
};

export const sharedCopyTables = {
  // Copies of a project's changeable data, with the keys `settings`, `assets`, `plan:<workflow>`, `learnings:<role>`. A
  // run that needs a current copy and finds none creates it. All runs share the copy until its source changes; then it
  // becomes a pending deletion. Only `isCurrent` ever changes in a row.
  sharedCopies: defineTable({ projectId: v.id("projects"), key: v.string(), isCurrent: v.boolean() }).index(
    "by_project_and_key",
    ["projectId", "isCurrent", "key"],
  ),
  // The JSON text of a copy, split over as many rows as it needs. The rows are deleted with their copy.
  sharedCopyParts: defineTable({
    projectId: v.id("projects"),
    sharedCopyId: v.id("sharedCopies"),
    number: v.number(),
    text: v.string(),
  })
    .index("by_project", ["projectId"])
    .index("by_copy", ["sharedCopyId", "number"]),
  // Outdated copies and deleted assets that runs may still use. jobInputs/scheduled.ts checks them again and again, and
  // deletes one when all runs that were open at its creation have ended.
  pendingDeletions: defineTable({ projectId: v.id("projects"), what: pendingDeletion, lookAtMs: v.number() })
    .index("by_time", ["lookAtMs"])
    .index("by_project", ["projectId"]),
};
