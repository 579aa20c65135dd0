// What waits for a person.
import type { Area } from "../../support/readBudgets/area";

export const area: Area = {
  rows: {
    inboxItems: (at) => ({
      projectId: at.projectId,
      kind: "run_failed",
      // No row of the other tables is the subject, so that operations on those find no item.
      subjectId: `r_${at.unique}`,
      title: "Build",
      reason: "The disk is full.",
      isInTrash: false,
      rank: 3e14,
    }),
    inboxItemCounts: (at) => ({ projectId: at.id("projects"), shard: 0, waiting: 1 }),
  },
  grow: { inboxItems: "each failure and request that nobody has dealt with or dismissed" },
  budgets: [
    ["GET /inbox", 8, { limit: 3 }],
    ["GET /inbox/count", 4],
    ["POST /inbox/dismiss", 5, ({ publicId }) => ({ id: publicId("inboxItems", 2) })],
    ["function inbox/dashboard:mine", 9, { limit: 3 }],
    [
      "function inbox/dashboard:mine",
      9,
      ({ projectId }) => ({ limit: 3, kind: "run_failed", onlyProjectId: projectId }),
    ],
    ["function inbox/dashboard:countMine", 6, {}],
    [
      "function inbox/dashboard:list",
      6,
      ({ projectId }) => ({ projectId, paginationOpts: { numItems: 3, cursor: null } }),
    ],
    ["function inbox/dashboard:count", 4, ({ projectId }) => ({ projectId })],
    [
      "function inbox/dashboard:dismiss",
      7,
      ({ projectId, publicId }) => ({ projectId, id: publicId("inboxItems", 4) }),
    ],
  ],
};
