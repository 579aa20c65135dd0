import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";

/** What is not current any more, and may still be in the snapshot of a run that goes on. */
const leftover = v.union(
  v.object({ kind: v.literal("supply"), supplyId: v.id("supplies") }),
  v.object({ kind: v.literal("asset"), assetId: v.id("assets") }),
);
export type Leftover = Infer<typeof leftover>;

export const supplyTables = {
  // Copies of what can change in a project: `settings`, `assets`, `plan:<workflow>`, `learnings:<role>`. Made when a run
  // needs one that is current, shared by all runs until what it is of changes, and then a leftover. Never changed but for
  // `isCurrent`.
  supplies: defineTable({ projectId: v.id("projects"), key: v.string(), isCurrent: v.boolean() }).index(
    "by_project_and_key",
    ["projectId", "isCurrent", "key"],
  ),
  // The text of a copy, JSON, in as many rows as it needs. Goes with its copy.
  supplyParts: defineTable({
    projectId: v.id("projects"),
    supplyId: v.id("supplies"),
    number: v.number(),
    text: v.string(),
  })
    .index("by_project", ["projectId"])
    .index("by_supply", ["supplyId", "number"]),
  // Removed for good when the runs that went on when it was left behind have ended: deliveries/jobs.ts looks at each time
  // and again.
  leftovers: defineTable({ projectId: v.id("projects"), what: leftover, lookAtMs: v.number() })
    .index("by_time", ["lookAtMs"])
    .index("by_project", ["projectId"]),
};
