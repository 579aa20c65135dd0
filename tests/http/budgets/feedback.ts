// What was said about each run. The rounds of runs are in runs.ts.
import type { Area } from "../../support/readBudgets/area";

const paginationOpts = { numItems: 3, cursor: null };
const item = { key: "comment/1", kind: "comment" as const, title: "A comment", text: "Why not?" };

export const area: Area = {
  rows: {
    runFeedback: (at) => ({
      projectId: at.projectId,
      runId: at.parent("runs"),
      key: at.unique,
      kind: "review",
      title: "A review",
      text: "It lacks a test.",
      author: { login: "ada", canWrite: true, isBot: false },
      isTrusted: true,
      atMs: 0,
      status: "open",
      revision: 1,
    }),
  },
  grow: { runFeedback: "what is said about the runs of a project" },
  budgets: [
    ["GET /runs/feedback", 9, ({ publicId }) => ({ id: publicId("runs"), limit: 3 })],
    ["GET /runs/feedback", 9, ({ publicId }) => ({ id: publicId("runs"), limit: 3, status: "open" })],
    ["POST /runs/feedback/add", 5, ({ publicId }) => ({ runId: publicId("runs", 14), text: "Also the docs." })],
    ["POST /runs/feedback/ignore", 7, ({ publicId }) => ({ feedbackIds: [publicId("runFeedback", 2)] })],
    ["POST /runs/feedback/reopen", 7, ({ publicId }) => ({ feedbackIds: [publicId("runFeedback", 2)] })],
    ["callback run.listOpenFeedback", 2, ({ publicId }) => ({ runId: publicId("runs", 14) })],
    ["callback run.reportFeedback", 4, ({ publicId }) => ({ runId: publicId("runs", 14), items: [item] })],
    [
      "function feedback/dashboard:list",
      7,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, id: publicId("runs") }),
    ],
    [
      "function feedback/dashboard:add",
      6,
      ({ projectId, publicId }) => ({ projectId, runId: publicId("runs", 14), text: "Also the docs." }),
    ],
    [
      "function feedback/dashboard:ignore",
      7,
      ({ projectId, publicId }) => ({ projectId, feedbackIds: [publicId("runFeedback", 4)] }),
    ],
    [
      "function feedback/dashboard:reopen",
      7,
      ({ projectId, publicId }) => ({ projectId, feedbackIds: [publicId("runFeedback", 4)] }),
    ],
  ],
};
