import type { Area } from "../../support/readBudgets/area";

export const area: Area = {
  rows: {
    queueLimits: (at) => ({ projectId: at.projectId, key: `conflict ${at.unique}`, most: 1, inside: 0, ready: 1 }),
    queuePlaces: (at) => ({
      projectId: at.projectId,
      runId: at.parent("runs"),
      limits: [`conflict ${at.unique}`],
      standing: "ready",
      sinceMs: 0,
      rankMs: 0,
      conflictKey: at.unique,
    }),
  },
  budgets: [
    ["GET /queue", 4, { limit: 3 }],
    ["function waitingRuns/dashboard:list", 3, ({ projectId }) => ({ projectId, limit: 3 })],
  ],
};
