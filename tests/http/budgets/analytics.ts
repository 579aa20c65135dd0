import type { Area } from "../../support/readBudgets/area";

const dayMs = 24 * 60 * 60 * 1000;

const dayOf = (index: number): string => new Date(Date.UTC(1990, 0, 1) + index * dayMs).toISOString().slice(0, 10);

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    dailyStats: (at) => ({
      projectId: at.projectId,
      date: dayOf(at.index),
      runsStarted: 0,
      runsCompleted: 0,
      runsFailed: 0,
      tokens: 0,
      costMicroUsd: 0,
      activeMs: 0,
      unratedRecords: 0,
    }),
    outcomeDays: (at) => ({
      projectId: at.projectId,
      date: dayOf(at.index),
      sums: [{ workflowId: at.id("workflows"), personaId: at.id("personas"), model: "opus", runs: 1 }],
    }),
    // There are rows of two days at most, because those of earlier days are moved.
    outcomeCounters: (at) => ({
      projectId: at.projectId,
      date: at.index < 10 ? dayOf(at.index) : dayOf(-at.index),
      shard: 0,
      days: [{ date: dayOf(at.index), sums: [{ workflowId: at.id("workflows"), requests: 1 }] }],
    }),
  },
  grow: { outcomeDays: "each day on which a run was created" },
  budgets: [
    ["GET /analytics/usage", 8, { limit: 3 }],
    ["GET /analytics/usage", 8, { limit: 3, service: "openai" }],
    ["GET /analytics/usage", 8, { limit: 3, startDate: "2020-01-01", endDate: "2999-12-31" }],
    ["GET /analytics/usage", 8, { limit: 3, service: "openai", startDate: "2020-01-01", endDate: "2999-12-31" }],
    ["GET /analytics/usage", 9, { groupBy: "model", startDate: "1990-01-01", endDate: "1990-01-10" }],
    ["GET /analytics/usage", 19, { groupBy: "workflow", startDate: "1990-01-01", endDate: "1990-01-10" }],
    ["GET /analytics/usage", 14, { groupBy: "persona", startDate: "1990-01-01", endDate: "1990-01-10" }],
    ["GET /analytics/usage", 24, { groupBy: "run", startDate: "1990-01-01", endDate: "1990-01-10" }],
    ["GET /analytics/daily-stats", 9, { limit: 3 }],
    ["GET /analytics/daily-stats", 9, { limit: 3, startDate: "1990-01-01", endDate: "1990-01-09" }],
    ["GET /analytics/outcomes", 19, { startDate: "1990-01-01", endDate: "1990-01-10" }],
    ["GET /analytics/outcomes", 19, { groupBy: "persona", startDate: "1990-01-01", endDate: "1990-01-10" }],
    ["GET /analytics/outcomes", 14, { groupBy: "model", startDate: "1990-01-01", endDate: "1990-01-10" }],
    ["GET /analytics/counters", 5],
    [
      "function analytics/dashboard:outcomes",
      13,
      ({ projectId }) => ({ projectId, groupBy: "none", startDate: "1990-01-01", endDate: "1990-01-10" }),
    ],
    ["function analytics/dashboard:dailyStats", 7, ({ projectId }) => ({ projectId, paginationOpts })],
    [
      "function analytics/dashboard:dailyStats",
      7,
      ({ projectId }) => ({ projectId, paginationOpts, startDate: "1990-01-01", endDate: "1990-01-09" }),
    ],
  ],
};
