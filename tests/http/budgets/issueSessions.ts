import type { Area } from "../../support/readBudgets/area";

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    issueSessions: (at) => ({
      projectId: at.projectId,
      name: at.unique,
      status: "active",
      iteration: 0,
      issueCount: 0,
    }),
    issueSessionPrompts: (at) => ({
      projectId: at.projectId,
      sessionId: at.id("issueSessions"),
      text: "Look.",
    }),
    issueSessionSteps: (at) => ({
      projectId: at.projectId,
      sessionId: at.id("issueSessions"),
      role: "researcher",
      name: "Read",
      stepIndex: 0,
      status: "running",
    }),
  },
  budgets: [
    ["GET /issue-sessions/list", 8, { limit: 3 }],
    ["GET /issue-sessions/get", 7, ({ publicId }) => ({ id: publicId("issueSessions") })],
    ["POST /issue-sessions/start", 4, { prompt: "Look." }],
    ["POST /issue-sessions/rename", 5, ({ publicId }) => ({ sessionId: publicId("issueSessions"), name: "Crashes" })],
    ["callback issueSession.get", 3, ({ publicId }) => ({ sessionId: publicId("issueSessions") })],
    [
      "callback issueSession.createSandbox",
      5,
      ({ publicId }) => ({
        sessionId: publicId("issueSessions"),
        sandboxPayload: { runtimeSandboxId: "rt-of-a-session" },
      }),
    ],
    [
      "callback issueSession.createIssuesFromJson",
      7,
      ({ publicId }) => ({ sessionId: publicId("issueSessions"), issues: [{ title: "Crash" }, { title: "Leak" }] }),
    ],
    ["callback issueSession.updateIteration", 2, ({ publicId }) => ({ sessionId: publicId("issueSessions") })],
    [
      "callback issueSession.updateProgress",
      2,
      ({ publicId }) => ({ sessionId: publicId("issueSessions"), progress: "Half." }),
    ],
    [
      "callback issueSessionStep.create",
      2,
      ({ publicId }) => ({ sessionId: publicId("issueSessions"), role: "judge", name: "Judge", stepIndex: 1 }),
    ],
    [
      "callback issueSessionStep.updateStatus",
      3,
      ({ publicId }) => ({ stepId: publicId("issueSessionSteps"), status: "completed" }),
    ],
    [
      "callback issueSession.updateStatus",
      9,
      ({ publicId }) => ({ sessionId: publicId("issueSessions", 2), status: "failed" }),
    ],
    ["POST /issue-sessions/delete", 10, ({ publicId }) => ({ sessionId: publicId("issueSessions", 4) })],
    ["POST /issue-sessions/restore", 8, ({ publicId }) => ({ sessionId: publicId("issueSessions", 4) })],
    ["POST /issue-sessions/bulk-delete", 7, ({ publicId }) => ({ sessionIds: [publicId("issueSessions", 6)] })],
    ["POST /issue-sessions/permanent-delete", 11, ({ publicId }) => ({ sessionId: publicId("issueSessions", 6) })],

    ["function issueSessions/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts })],
    [
      "function issueSessions/dashboard:get",
      7,
      ({ projectId, publicId }) => ({ projectId, id: publicId("issueSessions") }),
    ],
    ["function issueSessions/dashboard:start", 4, ({ projectId }) => ({ projectId, prompt: "Look." })],
    [
      "function issueSessions/dashboard:rename",
      5,
      ({ projectId, publicId }) => ({ projectId, sessionId: publicId("issueSessions"), name: "Leaks" }),
    ],
    [
      "function issueSessions/dashboard:remove",
      10,
      ({ projectId, publicId }) => ({ projectId, sessionId: publicId("issueSessions", 10) }),
    ],
    [
      "function issueSessions/dashboard:restore",
      8,
      ({ projectId, publicId }) => ({ projectId, sessionId: publicId("issueSessions", 10) }),
    ],
    [
      "function issueSessions/dashboard:removeMany",
      7,
      ({ projectId, publicId }) => ({ projectId, sessionIds: [publicId("issueSessions", 12)] }),
    ],
    [
      "function issueSessions/dashboard:purge",
      11,
      ({ projectId, publicId }) => ({ projectId, sessionId: publicId("issueSessions", 12) }),
    ],
  ],
};
