import type { Area } from "../../support/readBudgets/area";

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    issues: (at) => ({
      projectId: at.projectId,
      title: at.unique,
      searchText: `Crash ${at.unique}`,
      status: "open",
      priority: "medium",
      sessionId: at.parent("issueSessions"),
      runId: at.id("runs"),
      createdAtMs: 0,
      updatedAtMs: 0,
    }),
  },
  grow: {
    issues: "what sessions discover",
  },
  budgets: [
    ["GET /issues/list", 8, { limit: 3 }],
    ["GET /issues/list", 8, { limit: 3, status: "open" }],
    ["GET /issues/list", 7, { limit: 3, search: "crash" }],
    ["GET /issues/list", 7, { limit: 3, search: "crash", status: "open", priority: "medium" }],
    ["GET /issues/list", 8, { limit: 3, priority: "medium" }],
    ["GET /issues/list", 8, { limit: 3, status: "open", priority: "medium" }],
    ["GET /issues/list", 9, ({ publicId }) => ({ limit: 3, sessionId: publicId("issueSessions") })],
    ["GET /issues/list", 9, ({ publicId }) => ({ limit: 3, sessionId: publicId("issueSessions"), status: "open" })],
    ["GET /issues/list", 9, ({ publicId }) => ({ limit: 3, sessionId: publicId("issueSessions"), priority: "medium" })],
    [
      "GET /issues/list",
      9,
      ({ publicId }) => ({ limit: 3, sessionId: publicId("issueSessions"), status: "open", priority: "medium" }),
    ],
    ["GET /issues/get", 5, ({ publicId }) => ({ id: publicId("issues") })],
    ["POST /issues/create", 8, ({ publicId }) => ({ title: "Crash", sessionId: publicId("issueSessions") })],
    ["POST /issues/update", 7, ({ publicId }) => ({ issueId: publicId("issues"), status: "closed" })],
    ["POST /issues/link-run", 6, ({ publicId }) => ({ issueId: publicId("issues"), runId: publicId("runs", 2) })],
    ["callback issue.getByRun", 2, ({ publicId }) => ({ runId: publicId("runs", 4) })],
    ["POST /issues/delete", 9, ({ publicId }) => ({ issueId: publicId("issues", 6) })],
    ["POST /issues/bulk-delete", 9, ({ publicId }) => ({ issueIds: [publicId("issues", 8)] })],

    ["function issues/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts })],
    ["function issues/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts, status: "open" })],
    [
      "function issues/dashboard:list",
      6,
      ({ projectId }) => ({ projectId, paginationOpts, status: "open", priority: "medium" }),
    ],
    [
      "function issues/dashboard:list",
      7,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, sessionId: publicId("issueSessions") }),
    ],
    [
      "function issues/dashboard:list",
      7,
      ({ projectId, publicId }) => ({
        projectId,
        paginationOpts,
        sessionId: publicId("issueSessions"),
        status: "open",
      }),
    ],
    [
      "function issues/dashboard:list",
      7,
      ({ projectId, publicId }) => ({
        projectId,
        paginationOpts,
        sessionId: publicId("issueSessions"),
        status: "open",
        priority: "medium",
      }),
    ],
    ["function issues/dashboard:get", 4, ({ projectId, publicId }) => ({ projectId, id: publicId("issues") })],
    [
      "function issues/dashboard:create",
      8,
      ({ projectId, publicId }) => ({ projectId, title: "Crash", sessionId: publicId("issueSessions") }),
    ],
    [
      "function issues/dashboard:update",
      5,
      ({ projectId, publicId }) => ({ projectId, issueId: publicId("issues"), status: "closed" }),
    ],
    [
      "function issues/dashboard:linkRun",
      8,
      ({ projectId, publicId }) => ({ projectId, issueId: publicId("issues", 10), runId: publicId("runs", 10) }),
    ],
    [
      "function issues/dashboard:remove",
      9,
      ({ projectId, publicId }) => ({ projectId, issueId: publicId("issues", 10) }),
    ],
    [
      "function issues/dashboard:removeMany",
      9,
      ({ projectId, publicId }) => ({ projectId, issueIds: [publicId("issues", 12)] }),
    ],
    [
      "function issues/dashboard:search",
      7,
      ({ projectId, publicId }) => ({ projectId, search: "crash", limit: 3, sessionId: publicId("issueSessions") }),
    ],
  ],
};
