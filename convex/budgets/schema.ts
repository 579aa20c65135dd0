import { defineTable } from "convex/server";
import { v } from "convex/values";
import { literals } from "../lib/literals";
import { budgetActions, budgetPeriods, budgetScopes } from "./values";

export const budgetTables = {
  // What runs may cost in a period. Usage records are counted in the transaction that writes them (counting.ts).
  budgets: defineTable({
    projectId: v.id("projects"),
    name: v.string(),
    scopeType: literals(budgetScopes),
    // The id of the document. Absent for the whole project.
    scopeId: v.optional(v.string()),
    limitMicroUsd: v.number(),
    period: literals(budgetPeriods),
    timezone: v.string(),
    // Fractions of the limit, in ascending order, and those of them that this period has passed.
    warnAt: v.array(v.number()),
    warned: v.array(v.number()),
    action: literals(budgetActions),
    periodStartMs: v.number(),
    // Absent for the period `total`.
    periodEndMs: v.optional(v.number()),
    isReached: v.boolean(),
    // The budget holds runs that would start, and has stopped those that were active.
    isHolding: v.boolean(),
    updatedAtMs: v.number(),
  })
    .index("by_project", ["projectId"])
    .index("by_period_end", ["periodEndMs"]),
  // What was spent in the present period, in several rows, because many runs spend at once. A row that stays below its
  // quota cannot have brought the sum to the next threshold, so a record changes one row and reads no other.
  budgetShards: defineTable({
    projectId: v.id("projects"),
    budgetId: v.id("budgets"),
    shard: v.number(),
    spentMicroUsd: v.number(),
    quotaMicroUsd: v.number(),
  })
    .index("by_budget", ["budgetId", "shard"])
    .index("by_project", ["projectId"]),
  // The runs that a budget has paused.
  budgetPauses: defineTable({ projectId: v.id("projects"), budgetId: v.id("budgets"), runId: v.id("runs") })
    .index("by_budget", ["budgetId"])
    .index("by_project", ["projectId"]),
};
