// A project has at most a hundred budgets, so there are a few in the project of the request.
import type { Area } from "../../support/readBudgets/area";

const budget = { name: "Month", scope: { type: "project" }, limitUsd: 100, period: "month" };

export const area: Area = {
  rows: {
    budgets: (at) => ({
      projectId: at.index < 8 ? at.projectId : at.id("projects"),
      name: at.unique,
      scopeType: "project",
      limitMicroUsd: 1_000_000_000,
      period: "total",
      timezone: "UTC",
      warnAt: [],
      warned: [],
      action: "notify",
      periodStartMs: 0,
      isReached: false,
      isHolding: false,
      updatedAtMs: 0,
    }),
    budgetShards: (at) => ({
      projectId: at.projectId,
      budgetId: at.id("budgets"),
      shard: 0,
      spentMicroUsd: 1,
      quotaMicroUsd: 2,
    }),
    budgetPauses: (at) => ({ projectId: at.projectId, budgetId: at.id("budgets"), runId: at.parent("runs") }),
  },
  budgets: [
    ["GET /budgets", 11, { limit: 3 }],
    ["GET /budgets/:id", 6, ({ publicId }) => ({ id: publicId("budgets") })],
    ["POST /budgets", 11, budget],
    ["PUT /budgets/:id", 8, ({ publicId }) => ({ id: publicId("budgets"), limitUsd: 200 })],
    ["DELETE /budgets/:id", 11, ({ publicId }) => ({ id: publicId("budgets", 2) })],
    [
      "function budgets/dashboard:list",
      8,
      ({ projectId }) => ({ projectId, paginationOpts: { numItems: 3, cursor: null } }),
    ],
    ["function budgets/dashboard:get", 5, ({ projectId, publicId }) => ({ projectId, id: publicId("budgets") })],
    ["function budgets/dashboard:create", 9, ({ projectId }) => ({ projectId, ...budget })],
    [
      "function budgets/dashboard:update",
      8,
      ({ projectId, publicId }) => ({ projectId, id: publicId("budgets"), limitUsd: 300 }),
    ],
    ["function budgets/dashboard:remove", 11, ({ projectId, publicId }) => ({ projectId, id: publicId("budgets", 4) })],
  ],
};
