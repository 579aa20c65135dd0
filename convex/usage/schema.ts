import { defineTable } from "convex/server";
import { v } from "convex/values";
import { literals } from "../lib/literals";
import { costSources } from "./pricing";

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
    // False when nothing says what the usage costs. The cost is unknown then, and counted as 0.
    isRated: v.boolean(),
    model: v.optional(v.string()),
    // What the agent itself said that it cost. It counts when there is no price of the model.
    reportedMicroUsd: v.optional(v.number()),
    // Absent in unrated records.
    costSource: v.optional(literals(costSources)),
    // The day of the price, as YYYY-MM-DD.
    priceDate: v.optional(v.string()),
    // The run, or the sandbox of no run, and the runner's key for this report. A repeated report has the same key.
    key: v.optional(v.string()),
  })
    .index("by_key", ["key"])
    .index("by_rating", ["projectId", "isRated", "service", "model"])
    // This index lists all records of a project by time; the other one lists the records of one service by time.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId"])
    .index("by_service", ["projectId", "service"]),
};
