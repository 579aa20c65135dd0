/* eslint-disable @convex-dev/no-duplicate-indexes -- Each filter of a list has an index that goes on with the time. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { deletionFields } from "../lib/deletion";
import { levels } from "../lib/levels";
import { literals } from "../lib/literals";
import { learningReviews } from "./reviews";

export const learningReview = literals(learningReviews);
export type LearningReview = Infer<typeof learningReview>;

export const learningTables = {
  // What agents should know from earlier work. Written by people and by the runner; compiled into versions.
  learnings: defineTable({
    projectId: v.id("projects"),
    description: v.string(),
    trigger: v.optional(v.string()),
    correctBehavior: v.optional(v.string()),
    // By which it is found (search.ts).
    searchText: v.optional(v.string()),
    severity: v.optional(literals(levels)),
    category: v.optional(v.string()),
    // Of none, it applies to all.
    applicableRoles: v.array(v.string()),
    status: learningReview,
    // Where it was learned; both may be gone.
    sandboxId: v.optional(v.id("sandboxes")),
    runId: v.optional(v.id("runs")),
    // When it was last told otherwise than before: by what compiled documents are in order.
    correctedAtMs: v.number(),
    updatedAtMs: v.number(),
    ...deletionFields,
  })
    .index("by_project", ["projectId", "deletedAtMs"])
    .index("by_status", ["projectId", "deletedAtMs", "status"])
    // For those of all roles, by their empty list.
    .index("by_status_and_roles", ["projectId", "deletedAtMs", "status", "applicableRoles"])
    .index("by_category", ["projectId", "deletedAtMs", "category"])
    .index("by_status_and_category", ["projectId", "deletedAtMs", "status", "category"])
    .index("by_sandbox", ["sandboxId", "deletedAtMs"])
    .searchIndex("search_text", {
      searchField: "searchText",
      filterFields: ["projectId", "deletedAtMs", "status", "category"],
    }),
  // The roles that approved learnings name, one row each; in the order of the learnings. Changed with the learning
  // (roles.ts), gone while it is not approved or in the trash.
  learningRoles: defineTable({
    projectId: v.id("projects"),
    role: v.string(),
    // When the learning was made.
    learnedAt: v.number(),
    learningId: v.id("learnings"),
  })
    .index("by_role", ["projectId", "role", "learnedAt"])
    .index("by_learning", ["learningId"]),
  // How many learnings that are not in the trash have a status or category, one row each while there are any. Changed in
  // the transaction that changes the learnings, since counting would read all of them.
  learningCounts: defineTable({
    projectId: v.id("projects"),
    by: v.union(v.literal("status"), v.literal("category")),
    value: v.string(),
    count: v.number(),
  }).index("by_project", ["projectId", "by", "value"]),
};
