import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";

/** An outdated copy, or a deleted asset, that a run which has not ended may still use. */
const pendingDeletion = v.union(
  v.object({ kind: v.literal("supply"), supplyId: v.id("supplies") }),
  v.object({ kind: v.literal("asset"), assetId: v.id("assets") }),
);
export type PendingDeletion = Infer<typeof pendingDeletion>;

/** The copies that a run receives. */
export const copiesOfRun = {
  settingsId: v.id("supplies"),
  assetsId: v.id("supplies"),
  planId: v.id("supplies"),
  // One entry for each role of the plan.
  learnings: v.array(v.object({ role: v.string(), supplyId: v.id("supplies") })),
};

export const sharedCopyTables = {
  // Copies of a project's changeable data, with the keys `settings`, `assets`, `plan:<workflow>`, `learnings:<role>`. A
  // run that needs a current copy and finds none creates it. All runs share the copy until its source changes; then it
  // becomes a leftover. Only `isCurrent` ever changes in a row.
  supplies: defineTable({ projectId: v.id("projects"), key: v.string(), isCurrent: v.boolean() }).index(
    "by_project_and_key",
    ["projectId", "isCurrent", "key"],
  ),
  // The JSON text of a copy, split over as many rows as it needs. The rows are deleted with their copy.
  supplyParts: defineTable({
    projectId: v.id("projects"),
    supplyId: v.id("supplies"),
    number: v.number(),
    text: v.string(),
  })
    .index("by_project", ["projectId"])
    .index("by_supply", ["supplyId", "number"]),
  // Outdated copies and deleted assets that runs may still use. jobInputs/jobs.ts checks them again and again, and
  // deletes a leftover when all runs that were open at its creation have ended.
  leftovers: defineTable({ projectId: v.id("projects"), what: pendingDeletion, lookAtMs: v.number() })
    .index("by_time", ["lookAtMs"])
    .index("by_project", ["projectId"]),
};
