// Notifications, merge runs, answering sessions and their questions.
import type { Area } from "../../support/readBudgets/area";

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    notifications: (at) => ({
      projectId: at.projectId,
      // The first notifications are for the user who owns the keys and calls the functions.
      userId: at.index < 10 ? at.keyUser : at.parent("users"),
      type: "run_failed",
      title: "News",
      body: "",
      isRead: false,
    }),
    inboxCounters: (at) => ({ projectId: at.projectId, userId: at.id("users"), shard: 0, unread: 3 }),
    inboxes: (at) => ({
      projectId: at.projectId,
      userId: at.id("users"),
      readUpTo: { creationTime: 1, atMs: 1 },
    }),
    mergeRuns: (at) => ({
      projectId: at.projectId,
      // The jobs of these have failed for good (jobs.ts).
      status: at.index >= 16 && at.index < 20 ? "failed" : "running",
      pullRequests: [],
    }),
    answeringSessions: (at) => ({
      projectId: at.projectId,
      issueSessionId: at.parent("issueSessions"),
      status: "active",
      questionCount: 5,
      reviewedCount: 0,
    }),
    sessionQuestions: (at) => ({
      projectId: at.projectId,
      answeringSessionId: at.parent("answeringSessions"),
      issueSessionId: at.parent("issueSessions"),
      question: "Why?",
      assumption: "Because.",
      correction: null,
      status: "pending",
    }),
  },
  grow: {
    notifications: "each piece of news, for each member",
    mergeRuns: "each merge",
    sessionQuestions: "the questions of each session",
  },
  budgets: [
    ["GET /notifications", 8, { limit: 3 }],
    ["GET /notifications/list", 8, { limit: 3, filter: "unread" }],
    ["GET /notifications/unread-count", 4],
    ["POST /notifications/mark-read", 5, ({ publicId }) => ({ notificationId: publicId("notifications") })],
    [
      "PUT /notifications/:notificationId/read",
      7,
      ({ publicId }) => ({ notificationId: publicId("notifications", 2) }),
    ],
    ["POST /notifications/dismiss", 7, ({ publicId }) => ({ notificationId: publicId("notifications", 4) })],
    ["DELETE /notifications/:notificationId", 7, ({ publicId }) => ({ notificationId: publicId("notifications", 6) })],
    ["POST /notifications/mark-all-read", 7],
    ["PUT /notifications/read-all", 4],
    ["callback notification.create", 17, ({ projectId }) => ({ projectId, type: "run_failed", title: "News" })],
    ["GET /merging/list", 8, { limit: 3 }],
    ["POST /merging/start", 4, { pullRequests: [{ prUrl: "https://code.example/1", prNumber: 1 }] }],
    ["callback mergeRun.get", 1, ({ publicId }) => ({ mergeRunId: publicId("mergeRuns") })],
    ["callback mergeRun.updateStatus", 6, ({ publicId }) => ({ mergeRunId: publicId("mergeRuns"), status: "failed" })],
    [
      "GET /answering-sessions",
      9,
      ({ publicId }) => ({ issueSessionId: publicId("issueSessions"), status: "active", limit: 3 }),
    ],
    ["GET /answering-sessions/:id", 5, ({ publicId }) => ({ id: publicId("answeringSessions") })],
    ["POST /answering-sessions", 5, ({ publicId }) => ({ issueSessionId: publicId("issueSessions") })],
    [
      "PUT /answering-sessions/:id/status",
      6,
      ({ publicId }) => ({ id: publicId("answeringSessions"), status: "reviewed" }),
    ],
    ["DELETE /answering-sessions/:id", 7, ({ publicId }) => ({ id: publicId("answeringSessions", 2) })],
    ["GET /session-questions", 9, ({ publicId }) => ({ answeringSessionId: publicId("answeringSessions"), limit: 3 })],
    [
      "PUT /session-questions/:id/review",
      13,
      ({ publicId }) => ({ id: publicId("sessionQuestions"), status: "approved" }),
    ],
    [
      "PUT /session-questions/:id/assumption",
      7,
      ({ publicId }) => ({ id: publicId("sessionQuestions"), assumption: "No." }),
    ],
    ["callback answeringSession.get", 1, ({ publicId }) => ({ answeringSessionId: publicId("answeringSessions", 4) })],
    [
      "callback answeringSession.createSandbox",
      5,
      ({ publicId }) => ({
        answeringSessionId: publicId("answeringSessions", 4),
        sandboxPayload: { runtimeSandboxId: "rt" },
      }),
    ],
    [
      "callback answeringSession.updateStatus",
      3,
      ({ publicId }) => ({ answeringSessionId: publicId("answeringSessions", 4), status: "completed" }),
    ],
    [
      "callback issueSession.createSessionQuestionsFromJson",
      2,
      ({ publicId }) => ({
        answeringSessionId: publicId("answeringSessions", 4),
        questions: [{ question: "Why?", assumption: "So." }],
      }),
    ],
    [
      "callback sessionQuestions.updateAssumptions",
      4,
      ({ publicId }) => ({ updates: [{ questionId: publicId("sessionQuestions"), assumption: "No." }] }),
    ],
    [
      "callback sessionQuestions.updateAssumptionsByIssueSession",
      5,
      ({ publicId }) => ({
        issueSessionId: publicId("issueSessions"),
        assumptions: { [publicId("sessionQuestions")]: "No." },
      }),
    ],

    ["function notifications/dashboard:list", 7, ({ projectId }) => ({ projectId, paginationOpts })],
    ["function notifications/dashboard:list", 7, ({ projectId }) => ({ projectId, paginationOpts, filter: "unread" })],
    ["function notifications/dashboard:countUnread", 4, ({ projectId }) => ({ projectId })],
    [
      "function notifications/dashboard:markRead",
      8,
      ({ projectId, publicId }) => ({ projectId, notificationId: publicId("notifications", 10) }),
    ],
    [
      "function notifications/dashboard:dismiss",
      8,
      ({ projectId, publicId }) => ({ projectId, notificationId: publicId("notifications", 12) }),
    ],
    ["function notifications/dashboard:mineUnseen", 10, { limit: 1 }],
    ["function notifications/dashboard:unseenRunIds", 6, ({ projectId }) => ({ projectId, limit: 2 })],
    [
      "function notifications/dashboard:isUnseen",
      5,
      ({ projectId, publicId }) => ({ projectId, runId: publicId("runs", 16) }),
    ],
    [
      "function notifications/dashboard:markSeen",
      5,
      ({ projectId, publicId }) => ({ projectId, runId: publicId("runs", 16) }),
    ],
    ["function notifications/dashboard:markAll", 9, ({ projectId }) => ({ projectId })],
    ["function answeringSessions/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts })],
    [
      "function answeringSessions/dashboard:list",
      6,
      ({ projectId }) => ({ projectId, paginationOpts, status: "active" }),
    ],
    [
      "function answeringSessions/dashboard:list",
      7,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, issueSessionId: publicId("issueSessions") }),
    ],
    [
      "function answeringSessions/dashboard:list",
      7,
      ({ projectId, publicId }) => ({
        projectId,
        paginationOpts,
        issueSessionId: publicId("issueSessions"),
        status: "active",
      }),
    ],
    [
      "function answeringSessions/dashboard:get",
      4,
      ({ projectId, publicId }) => ({ projectId, id: publicId("answeringSessions") }),
    ],
    [
      "function answeringSessions/dashboard:create",
      5,
      ({ projectId, publicId }) => ({ projectId, issueSessionId: publicId("issueSessions") }),
    ],
    [
      "function answeringSessions/dashboard:setStatus",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("answeringSessions", 10), status: "reviewed" }),
    ],
    [
      "function answeringSessions/dashboard:remove",
      9,
      ({ projectId, publicId }) => ({ projectId, id: publicId("answeringSessions", 10) }),
    ],
    [
      "function sessionQuestions/dashboard:list",
      7,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, answeringSessionId: publicId("answeringSessions") }),
    ],
    [
      "function sessionQuestions/dashboard:review",
      8,
      ({ projectId, publicId }) => ({ projectId, id: publicId("sessionQuestions", 10), status: "approved" }),
    ],
    [
      "function sessionQuestions/dashboard:assume",
      7,
      ({ projectId, publicId }) => ({ projectId, id: publicId("sessionQuestions", 10), assumption: "No." }),
    ],
    ["function merging/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts })],
    [
      "function merging/dashboard:start",
      4,
      ({ projectId }) => ({ projectId, pullRequests: [{ prUrl: "https://code.example/1", prNumber: 1 }] }),
    ],
  ],
};
