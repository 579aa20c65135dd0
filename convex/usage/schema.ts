import { defineTable } from "convex/server";
import { v } from "convex/values";

export const usageTables = {
  // What the work cost, one row per report of the runner. Rows never change. They are deleted only with the project,
  // because the money is spent even if the sandbox or the run is deleted.
  usageRecords: defineTable({
    projectId: v.id("projects"),
    service: v.string(),
    sandboxId: v.id("sandboxes"),
    runId: v.optional(v.id("runs")),
    inputTokens: v.number(),
    outputTokens: v.number(),
    cacheReadTokens: v.number(),
    durationMs: v.number(),
    costMicroUsd: v.number(),
    // False when the service has no rate, and the cost is therefore 0.
    isRated: v.boolean(),
  })
    // This index lists all records of a project by time; the other one lists the records of one service by time.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId"])
    .index("by_service", ["projectId", "service"]),
};
