import { defineTable } from "convex/server";
import { v } from "convex/values";

export const usageTables = {
  // What the work cost, one row per report of the runner. Never changed; goes with the project alone, as
  // what was spent was spent, whatever becomes of the sandbox and the run.
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
    // False when there is no rate for the service, and the cost therefore 0.
    isRated: v.boolean(),
  })
    // In the order of time, as the other one is within a service.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId"])
    .index("by_service", ["projectId", "service"]),
};
