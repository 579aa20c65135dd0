// Bulk actions on runs. Most of what they do is done by the scheduler.
import type { Area } from "../../support/readBudgets/area";

export const area: Area = {
  rows: {
    bulkActions: (at) => ({
      projectId: at.projectId,
      action: "pause",
      status: "running",
      by: { type: "system", id: null, name: "Switchyard" },
      userId: at.keyUser,
      matched: 0,
      done: 0,
      skipped: 0,
      batches: 0,
      batch: 0,
      offset: 0,
      steps: 0,
      movedAtMs: 8_000_000_000_000 + at.index,
    }),
    bulkBatches: (at) => ({
      projectId: at.projectId,
      bulkActionId: at.parent("bulkActions"),
      number: at.index,
      runIds: [at.id("runs")],
    }),
  },
  grow: { bulkActions: "each bulk action, for a month", bulkBatches: "the runs that bulk actions have not come to" },
  budgets: [
    ["GET /runs/bulk/:id", 5, ({ publicId }) => ({ id: publicId("bulkActions") })],
    ["POST /runs/bulk/:id/stop", 6, ({ publicId }) => ({ id: publicId("bulkActions", 2) })],
    ["POST /runs/bulk", 7, ({ publicId }) => ({ action: "restart", filter: { runIds: [publicId("runs", 14)] } })],
    ["POST /runs/bulk", 6, { action: "restart", filter: { label: "missing" } }],
    [
      "function bulkActions/dashboard:get",
      4,
      ({ projectId, publicId }) => ({ projectId, id: publicId("bulkActions") }),
    ],
    [
      "function bulkActions/dashboard:stop",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("bulkActions", 4) }),
    ],
    [
      "function bulkActions/dashboard:start",
      6,
      ({ projectId }) => ({ projectId, action: "restart", filter: { label: "missing" } }),
    ],
  ],
};
