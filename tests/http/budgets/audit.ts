// Who changed what.
import type { Area } from "../../support/readBudgets/area";

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    auditEntries: (at) => ({
      projectId: at.projectId,
      actor: { type: "key", id: "key_0", name: "CI" },
      actorId: "key_0",
      action: "issues.update",
      subjectType: "issue",
      subjectId: `issue_${at.unique}`,
      requestId: null,
      changes: "{}",
      outcome: "success",
    }),
  },
  grow: { auditEntries: "each change by REST or the dashboard" },
  budgets: [
    ["GET /audit-log", 8, { limit: 3 }],
    ["GET /audit-log", 8, { limit: 3, actor: "key_0", action: "issues.update" }],
    ["function audit/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts })],
    [
      "function audit/dashboard:list",
      6,
      ({ projectId }) => ({ projectId, paginationOpts, filter: { by: "actor", id: "key_0" } }),
    ],
  ],
};
