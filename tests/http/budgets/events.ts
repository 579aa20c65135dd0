// The feeds of projects. Adding an event reads nothing.
import type { Area } from "../../support/readBudgets/area";

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    events: (at) => ({
      projectId: at.projectId,
      commitTs: BigInt(at.index + 1),
      type: "run.started",
      subjectType: "run",
      subjectId: `r_${at.unique}`,
      data: "{}",
    }),
    // There is at most one row for each project.
    eventRemovals: (at) => ({ projectId: at.id("projects"), commitTs: 0n, createdAt: 0 }),
    telemetryCollector: () => ({ waiting: [], busySinceMs: [], failures: 0 }),
  },
  grow: { events: "all that happens in thirty days" },
  budgets: [
    ["GET /events", 8, { limit: 3 }],
    ["GET /events", 9, ({ publicId }) => ({ limit: 3, after: publicId("events", 2) })],
    ["GET /events", 5, { limit: 3, after: "latest" }],
    // A reader of few types passes a bounded number of others.
    ["GET /events", 5, { limit: 3, types: "budget.*", after: "latest" }],
    ["function events/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts })],
  ],
};
