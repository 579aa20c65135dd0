import type { Area } from "../../support/readBudgets/area";

const paginationOpts = { numItems: 3, cursor: null };

const dayMs = 24 * 60 * 60 * 1000;

const amounts = {
  records: 1,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  durationMs: 0,
  costMicroUsd: 0,
  unratedRecords: 0,
};

const dayOf = (index: number): string => new Date(Date.UTC(1990, 0, 1) + index * dayMs).toISOString().slice(0, 10);

/** Five of ten days belong to the project. */
const tenDays = { startDate: dayOf(0), endDate: dayOf(9) };

export const area: Area = {
  rows: {
    usageDays: (at) => ({
      projectId: at.projectId,
      dimension: "workflow",
      date: dayOf(at.index),
      sums: [{ key: at.id("workflows"), ...amounts }],
    }),
    usageCounters: (at) => ({
      projectId: at.projectId,
      date: dayOf(at.index),
      shard: 0,
      model: [{ key: "openai", ...amounts }],
      workflow: [{ key: at.id("workflows"), ...amounts }],
      persona: [{ key: at.id("personas"), ...amounts }],
    }),
    runUsage: (at) => ({
      projectId: at.projectId,
      runId: at.id("runs"),
      runNumber: at.index,
      date: dayOf(at.index),
      ...amounts,
      totalMicroUsd: 0,
    }),
    usageRecords: (at) => ({
      projectId: at.projectId,
      service: "openai",
      sandboxId: at.id("sandboxes"),
      inputTokens: 0,
      outputTokens: 0,
      cacheReadTokens: 0,
      durationMs: 0,
      costMicroUsd: 0,
      isRated: true,
      costSource: "service",
      isCounted: true,
    }),
  },
  grow: {
    usageRecords: "each report of costs",
    usageDays: "each day on which anything was used, three rows",
    runUsage: "each run, and each day on which it used anything",
  },
  budgets: [
    [
      "callback usage.computeCostAndRecord",
      6,
      ({ publicId }) => ({ sandboxId: publicId("sandboxes"), tokenUsage: {}, durationMs: 1, service: "sandbox" }),
    ],
    [
      "callback usage.computeCostAndRecord",
      29,
      ({ publicId }) => ({
        sandboxId: publicId("sandboxes"),
        tokenUsage: {},
        durationMs: 1,
        service: "unknown",
        model: "m1",
        key: "turn 1",
      }),
    ],

    ["function usage/dashboard:sums", 8, ({ projectId }) => ({ projectId, groupBy: "model", ...tenDays })],
    ["function usage/dashboard:sums", 11, ({ projectId }) => ({ projectId, groupBy: "workflow", ...tenDays })],
    ["function usage/dashboard:sums", 13, ({ projectId }) => ({ projectId, groupBy: "persona", ...tenDays })],
    ["function usage/dashboard:sums", 22, ({ projectId }) => ({ projectId, groupBy: "run", ...tenDays })],
    ["function usage/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts })],
    ["function usage/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts, service: "openai" })],
    [
      "function usage/dashboard:list",
      6,
      ({ projectId }) => ({ projectId, paginationOpts, startDate: "2020-01-01", endDate: "2999-12-31" }),
    ],
  ],
};
