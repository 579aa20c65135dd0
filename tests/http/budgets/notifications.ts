// Notifications, merge runs, answering sessions and their questions.
import type { Area } from "../../support/readBudgets/area";

export const area: Area = {
  rows: {
    notifications: (at) => ({
      projectId: at.projectId,
      userId: at.keyUser,
      type: "run_failed",
      title: "News",
      body: "",
      isRead: false,
    }),
    inboxes: (at) => ({ projectId: at.projectId, userId: at.id("users"), unread: 1 }),
    mergeRuns: (at) => ({ projectId: at.projectId, status: "running", pullRequests: [] }),
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
  budgets: [
    ["GET /notifications", 0, { limit: 3 }],
    ["GET /notifications/list", 0, { limit: 3, filter: "unread" }],
    ["GET /notifications/unread-count", 0],
    ["POST /notifications/mark-read", 0, ({ publicId }) => ({ notificationId: publicId("notifications") })],
    [
      "PUT /notifications/:notificationId/read",
      0,
      ({ publicId }) => ({ notificationId: publicId("notifications", 2) }),
    ],
    ["POST /notifications/dismiss", 0, ({ publicId }) => ({ notificationId: publicId("notifications", 4) })],
    ["DELETE /notifications/:notificationId", 0, ({ publicId }) => ({ notificationId: publicId("notifications", 6) })],
    ["POST /notifications/mark-all-read", 0],
    ["PUT /notifications/read-all", 0],
    ["callback notification.create", 0, ({ projectId }) => ({ projectId, type: "run_failed", title: "News" })],
    ["GET /merging/list", 0, { limit: 3 }],
    ["POST /merging/start", 0, { pullRequests: [{ prUrl: "https://code.example/1", prNumber: 1 }] }],
    ["callback mergeRun.get", 0, ({ publicId }) => ({ mergeRunId: publicId("mergeRuns") })],
    ["callback mergeRun.updateStatus", 0, ({ publicId }) => ({ mergeRunId: publicId("mergeRuns"), status: "failed" })],
    [
      "GET /answering-sessions",
      0,
      ({ publicId }) => ({ issueSessionId: publicId("issueSessions"), status: "active", limit: 3 }),
    ],
    ["GET /answering-sessions/:id", 0, ({ publicId }) => ({ id: publicId("answeringSessions") })],
    ["POST /answering-sessions", 0, ({ publicId }) => ({ issueSessionId: publicId("issueSessions") })],
    [
      "PUT /answering-sessions/:id/status",
      0,
      ({ publicId }) => ({ id: publicId("answeringSessions"), status: "reviewed" }),
    ],
    ["DELETE /answering-sessions/:id", 0, ({ publicId }) => ({ id: publicId("answeringSessions", 2) })],
    ["GET /session-questions", 0, ({ publicId }) => ({ answeringSessionId: publicId("answeringSessions"), limit: 3 })],
    [
      "PUT /session-questions/:id/review",
      0,
      ({ publicId }) => ({ id: publicId("sessionQuestions"), status: "approved" }),
    ],
    [
      "PUT /session-questions/:id/assumption",
      0,
      ({ publicId }) => ({ id: publicId("sessionQuestions"), assumption: "No." }),
    ],
    ["callback answeringSession.get", 0, ({ publicId }) => ({ answeringSessionId: publicId("answeringSessions", 4) })],
    [
      "callback answeringSession.createSandbox",
      0,
      ({ publicId }) => ({
        answeringSessionId: publicId("answeringSessions", 4),
        sandboxPayload: { runtimeSandboxId: "rt" },
      }),
    ],
    [
      "callback answeringSession.updateStatus",
      0,
      ({ publicId }) => ({ answeringSessionId: publicId("answeringSessions", 4), status: "completed" }),
    ],
    [
      "callback issueSession.createSessionQuestionsFromJson",
      0,
      ({ publicId }) => ({
        answeringSessionId: publicId("answeringSessions", 4),
        questions: [{ question: "Why?", assumption: "So." }],
      }),
    ],
    [
      "callback sessionQuestions.updateAssumptions",
      0,
      ({ publicId }) => ({ updates: [{ questionId: publicId("sessionQuestions"), assumption: "No." }] }),
    ],
    [
      "callback sessionQuestions.updateAssumptionsByIssueSession",
      0,
      ({ publicId }) => ({
        issueSessionId: publicId("issueSessions"),
        assumptions: { [publicId("sessionQuestions")]: "No." },
      }),
    ],
  ],
};
