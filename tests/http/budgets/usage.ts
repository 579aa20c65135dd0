import type { Area } from "../../support/readBudgets/area";

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
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
    }),
  },
  grow: {
    usageRecords: "each report of costs",
  },
  budgets: [
    [
      "callback usage.computeCostAndRecord",
      4,
      ({ publicId }) => ({ sandboxId: publicId("sandboxes"), tokenUsage: {}, durationMs: 1, service: "sandbox" }),
    ],
    [
      "callback usage.computeCostAndRecord",
      23,
      ({ publicId }) => ({
        sandboxId: publicId("sandboxes"),
        tokenUsage: {},
        durationMs: 1,
        service: "unknown",
        model: "m1",
        key: "turn 1",
      }),
    ],

    ["function usage/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts })],
    ["function usage/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts, service: "openai" })],
    [
      "function usage/dashboard:list",
      6,
      ({ projectId }) => ({ projectId, paginationOpts, startDate: "2020-01-01", endDate: "2999-12-31" }),
    ],
  ],
};
