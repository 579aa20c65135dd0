import { defineTable } from "convex/server";
import { v } from "convex/values";

const amount = () => v.optional(v.number());

/** What some runs come to. A field that is absent is 0. */
const outcomeAmounts = {
  runs: amount(),
  // Runs with a pull request, and of these those whose request is merged, closed or open.
  requests: amount(),
  merged: amount(),
  closed: amount(),
  open: amount(),
  // The rounds of the runs with a request.
  rounds: amount(),
  costMicroUsd: amount(),
  // The number of usage records that the cost leaves out.
  unratedRecords: amount(),
  // How long the requests were open that are merged now, and how many of them are known to have been open how long.
  mergeMs: amount(),
  timedMerges: amount(),
  // Completed runs whose gates have all passed, and those that somebody has accepted.
  proven: amount(),
  accepted: amount(),
};

// The persona of the step that continues, and the model and agent that it had when the run was created.
const who = {
  personaId: v.optional(v.id("personas")),
  model: v.optional(v.string()),
  agent: v.optional(v.string()),
};

export const outcomeSum = {
  // Absent in the sum of the runs of a day that has too many groups. The other fields are absent there, too.
  workflowId: v.optional(v.id("workflows")),
  ...who,
  ...outcomeAmounts,
};

/** What the row of a run keeps for the sums. All else that counts follows from its other fields. */
export const outcomeOfRun = v.object({
  ...who,
  // The day of its creation had no room for its group.
  isOther: v.optional(v.literal(true)),
  // The newest request. It stays when the run is restarted, until the new attempt has a request of its own.
  request: v.optional(
    v.object({
      url: v.string(),
      state: v.union(v.literal("open"), v.literal("merged"), v.literal("closed")),
      // When it appeared on the run, and how long it was open when it was merged. Absent when nobody has noted it.
      openedAtMs: v.optional(v.number()),
      mergedAfterMs: v.optional(v.number()),
    }),
  ),
});

export const outcomeTables = {
  // What the runs that were created on a UTC day have come to. Runs of the present day that were created are counted in
  // `runNumbers`, and what has changed on the present day in `outcomeCounters`: readers add both. The rows stay when
  // runs are deleted for good.
  outcomeDays: defineTable({
    projectId: v.id("projects"),
    // The day as YYYY-MM-DD.
    date: v.string(),
    sums: v.array(v.object(outcomeSum)),
  }).index("by_project_and_date", ["projectId", "date"]),
  // What has changed on one UTC day in the outcomes of runs of any day, in up to sixteen rows, so that changes of many
  // runs at once rarely conflict. When the day is over, the changes move to `outcomeDays`.
  outcomeCounters: defineTable({
    projectId: v.id("projects"),
    // The day of the changes.
    date: v.string(),
    shard: v.number(),
    // The changes by the day on which the runs were created.
    days: v.array(v.object({ date: v.string(), sums: v.array(v.object(outcomeSum)) })),
  }).index("by_project_and_date", ["projectId", "date", "shard"]),
};
