import { defineTable } from "convex/server";
import { v } from "convex/values";

export const usageTables = {
  // What the work cost, one row per report of the runner. Never changed; read by REST.
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
    .index("by_project", ["projectId"])
    .index("by_service", ["projectId", "service"]),
};
