import { defineTable } from "convex/server";
import { v } from "convex/values";
import { literals } from "../lib/literals";
import { dimensions } from "./sums";
import { costSources } from "./pricing";

/** What some records of usage come to. */
export const usageAmounts = {
  records: v.number(),
  inputTokens: v.number(),
  outputTokens: v.number(),
  cacheReadTokens: v.number(),
  durationMs: v.number(),
  costMicroUsd: v.number(),
  // The number of records without a known cost, which `costMicroUsd` leaves out.
  unratedRecords: v.number(),
};

/** The sums of some records of a UTC day, one for each key. sums.ts says what the keys are. */
const sumsByKey = v.array(v.object({ key: v.string(), ...usageAmounts }));

export const usageTables = {
  // What the work cost, one row per report of the runner. Rows do not change, except that a migration counts those of
  // 0.1.0. They are deleted only with the project, because the money is spent even if the run is deleted.
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
    // The workflow of the run and the persona of the step, for the sums by them.
    workflowId: v.optional(v.id("workflows")),
    personaId: v.optional(v.id("personas")),
    // Absent in a record of 0.1.0 that the migration `usageSums` has not reached: it is in no sum of the tables below.
    isCounted: v.optional(v.literal(true)),
  })
    .index("by_key", ["key"])
    .index("by_counted", ["projectId", "isCounted"])
    .index("by_rating", ["projectId", "isRated", "service", "model"])
    // This index lists all records of a project by time; the other one lists the records of one service by time.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId"])
    .index("by_service", ["projectId", "service"]),
  // The sums of a project's records on one UTC day, in up to sixteen rows that readers add up, so that reports of many
  // runs at once rarely conflict. When a day is over, its rows move to `usageDays`.
  usageCounters: defineTable({
    projectId: v.id("projects"),
    // The day as YYYY-MM-DD.
    date: v.string(),
    shard: v.number(),
    model: sumsByKey,
    workflow: sumsByKey,
    persona: sumsByKey,
  }).index("by_project_and_date", ["projectId", "date", "shard"]),
  // The sums of a project's records on one UTC day. The rows of `usageCounters` for the same day are additional.
  usageDays: defineTable({
    projectId: v.id("projects"),
    dimension: literals(dimensions),
    date: v.string(),
    sums: sumsByKey,
  }).index("by_dimension_and_date", ["projectId", "dimension", "date"]),
  // What a run used on one UTC day. The rows stay when the run is deleted for good.
  runUsage: defineTable({
    projectId: v.id("projects"),
    runId: v.id("runs"),
    runNumber: v.number(),
    date: v.string(),
    ...usageAmounts,
    // What the run has cost up to the end of this day. In a period that ends with this day it cannot have cost more, so
    // the most expensive runs of the period are found by it (topRuns.ts).
    totalMicroUsd: v.number(),
  })
    .index("by_run", ["runId", "date"])
    .index("by_total", ["projectId", "date", "totalMicroUsd"]),
};
