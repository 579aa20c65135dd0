/* eslint-disable @convex-dev/no-duplicate-indexes -- Each filter of a list has an index that continues with the time */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { deletionFields } from "../lib/trashTypes";
import { literals } from "../lib/literals";
import { levels } from "../lib/sharedValues";
import { learningReviews } from "./reviews";

export const learningReview = literals(learningReviews);
export type LearningReview = Infer<typeof learningReview>;

export const learningTables = {
  // Lessons from earlier work for agents. People and the runner write them, and versions are compiled from them.
  learnings: defineTable({
    projectId: v.id("projects"),
    description: v.string(),
    trigger: v.optional(v.string()),
    correctBehavior: v.optional(v.string()),
    // The text in which a search finds the learning (search.ts).
    searchText: v.string(),
    severity: v.optional(literals(levels)),
    category: v.optional(v.string()),
    // An empty list means that the learning applies to all roles.
    applicableRoles: v.array(v.string()),
    status: learningReview,
    // The sandbox and the run in which it was learned. Both may have been deleted.
    sandboxId: v.optional(v.id("sandboxes")),
    runId: v.optional(v.id("runs")),
    // The time of the last change of its texts. Compiled documents are in this order.
    correctedAtMs: v.number(),
    updatedAtMs: v.number(),
    ...deletionFields,
  })
    .index("by_project", ["projectId", "deletedAtMs"])
    .index("by_status", ["projectId", "deletedAtMs", "status"])
    // Finds learnings for all roles by their empty list.
    .index("by_status_and_roles", ["projectId", "deletedAtMs", "status", "applicableRoles"])
    .index("by_category", ["projectId", "deletedAtMs", "category"])
    .index("by_status_and_category", ["projectId", "deletedAtMs", "status", "category"])
    .index("by_sandbox", ["sandboxId", "deletedAtMs"])
    .searchIndex("search_text", {
      searchField: "searchText",
      filterFields: ["projectId", "deletedAtMs", "status", "category"],
    }),
  // The roles that approved learnings name, one row each, in the order of the learnings. roles.ts changes the rows
  // together with the learning. A learning that is in the trash or not approved has no rows.
  learningRoles: defineTable({
    projectId: v.id("projects"),
    role: v.string(),
    learnedAt: v.number(),
    learningId: v.id("learnings"),
  })
    .index("by_role", ["projectId", "role", "learnedAt"])
    .index("by_learning", ["learningId"]),
  // The number of learnings outside the trash with a category, one row each while the number is not 0. Changed in the
  // transaction that changes the learnings, because counting would read all of them.
  learningCounts: defineTable({
    projectId: v.id("projects"),
    category: v.string(),
    count: v.number(),
  }).index("by_project", ["projectId", "category"]),
};
