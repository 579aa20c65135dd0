import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { actor } from "../callers/actor";
import { literals } from "../lib/literals";
import { runSource, runStatus } from "../runs/schema";
import { bulkActionNames, bulkActionStatuses } from "./status";

export const bulkActionName = literals(bulkActionNames);
export type BulkActionName = Infer<typeof bulkActionName>;

export const bulkActionStatus = literals(bulkActionStatuses);

/** What is left to look for: the runs of these states, or of all when there are none. */
const search = v.object({
  states: v.array(runStatus),
  workflowId: v.optional(v.id("workflows")),
  source: v.optional(runSource),
  label: v.optional(v.string()),
  createdAfterMs: v.optional(v.number()),
  createdBeforeMs: v.optional(v.number()),
  // Runs that were created after this time do not belong to it.
  beganMs: v.number(),
  // The number of states that have been looked through.
  searched: v.number(),
  // The next one is looked through from here on, downwards: from this time and the id of a row that has been taken.
  fromMs: v.number(),
  taken: v.union(v.string(), v.null()),
});
export type Search = Infer<typeof search>;

export const bulkActionTables = {
  // One action on many runs. It first writes down which runs they are, and then acts on one batch after the other. Each
  // step is a transaction that keeps how far it came (model.ts). It is deleted 30 days after its end.
  bulkActions: defineTable({
    projectId: v.id("projects"),
    action: bulkActionName,
    status: bulkActionStatus,
    // Who asked for it, and who is named as having deleted the runs.
    by: actor,
    userId: v.id("users"),
    // Undefined when all runs have been found.
    search: v.optional(search),
    // How many runs have been found, and what became of those that it has come to.
    matched: v.number(),
    done: v.number(),
    skipped: v.number(),
    // How many batches were written, the batch to act on, and the number of its runs that are behind.
    batches: v.number(),
    batch: v.number(),
    offset: v.number(),
    // The number of steps taken. A scheduled step carries its number and does nothing when that step has been taken.
    steps: v.number(),
    // The time of the last step. Undefined when it has ended, so the index has only those that are not over.
    movedAtMs: v.optional(v.number()),
    // How often the clock had to continue it at this place.
    stalls: v.optional(v.number()),
    endedAtMs: v.optional(v.number()),
  })
    .index("by_project", ["projectId"])
    .index("by_step", ["movedAtMs"])
    .index("by_end", ["endedAtMs"]),
  // The runs that a bulk action has found and not come to yet.
  bulkBatches: defineTable({
    projectId: v.id("projects"),
    bulkActionId: v.id("bulkActions"),
    number: v.number(),
    runIds: v.array(v.id("runs")),
  })
    .index("by_project", ["projectId"])
    .index("by_number", ["bulkActionId", "number"]),
};
