import type { Area } from "../../support/readBudgets/area";

const report = { files: [{ path: "a/b.ts", content: "x" }] };

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    sandboxes: (at) => ({
      projectId: at.projectId,
      purpose: { kind: "run", runId: at.id("runs") },
      runId: at.id("runs"),
      runtimeSandboxId: at.unique,
      status: "running",
      hasAssistantMessages: false,
      // The pull request stays the same, so that the members, of whom there are many, are not notified.
      prUrl: "https://code.example/1",
      prNumber: 1,
      prStatus: "open",
    }),
    sandboxFiles: (at) => ({
      sandboxId: at.parent("sandboxes"),
      report: 1,
      folder: "",
      path: at.unique,
      kind: "file",
    }),
    sandboxReports: (at) => ({
      sandboxId: at.id("sandboxes"),
      files: { report: 1, reportedAtMs: 0 },
      diff: { text: "", reportedAtMs: 0 },
      devServer: { url: null, status: "starting", reportedAtMs: 0 },
    }),
  },
  grow: {
    sandboxes: "a few for each step of a run",
    sandboxFiles: "the files of each sandbox",
  },
  budgets: [
    ["GET /sandboxes/list", 6, { limit: 1 }],
    ["GET /sandboxes/list", 6, { limit: 1, status: "running" }],
    ["GET /sandboxes/list", 6, ({ publicId }) => ({ limit: 3, runId: publicId("runs") })],
    ["GET /sandboxes/list", 6, ({ publicId }) => ({ limit: 3, runId: publicId("runs"), status: "running" })],
    ["GET /sandboxes/get", 5, ({ publicId }) => ({ id: publicId("sandboxes") })],
    ["GET /sandboxes/messages", 9, ({ publicId }) => ({ id: publicId("sandboxes"), limit: 3 })],
    ["GET /sandboxes/message", 6, ({ publicId }) => ({ id: publicId("messages") })],
    ["GET /sandboxes/files", 10, ({ publicId }) => ({ id: publicId("sandboxes"), limit: 3 })],
    ["GET /sandboxes/file", 7, ({ publicId, unique }) => ({ id: publicId("sandboxes"), path: unique(0) })],
    ["GET /sandboxes/diff", 6, ({ publicId }) => ({ id: publicId("sandboxes") })],
    ["GET /sandboxes/dev-server", 6, ({ publicId }) => ({ id: publicId("sandboxes") })],
    // Each of these reads the jobs that wait for the sandbox, at most a hundred. Jobs of other sandboxes are not read.
    ["POST /sandboxes/send-message", 10, ({ publicId }) => ({ sandboxId: publicId("sandboxes"), content: "Go on." })],
    ["POST /sandboxes/dev-server/start", 6, ({ publicId }) => ({ id: publicId("sandboxes") })],
    ["callback sandbox.get", 1, ({ publicId }) => ({ sandboxId: publicId("sandboxes") })],
    ["callback sandbox.create", 6, ({ publicId }) => ({ runId: publicId("runs"), runtimeSandboxId: "new" })],
    [
      "callback sandbox.updateStatus",
      7,
      ({ publicId }) => ({ sandboxId: publicId("sandboxes", 4), status: "stopped" }),
    ],
    [
      "callback sandbox.setTriggerRunId",
      2,
      ({ publicId }) => ({ sandboxId: publicId("sandboxes"), triggerRunId: "trace-1" }),
    ],
    [
      "callback sandbox.updateLearningStatus",
      2,
      ({ publicId }) => ({ sandboxId: publicId("sandboxes"), learningStatus: "pending" }),
    ],
    [
      "callback sandbox.updatePr",
      7,
      ({ publicId }) => ({
        sandboxId: publicId("sandboxes"),
        prUrl: "https://code.example/1",
        prNumber: 1,
        prStatus: "draft",
      }),
    ],
    ["callback sandbox.hasAssistantMessages", 1, ({ publicId }) => ({ sandboxId: publicId("sandboxes") })],
    ["callback sandbox.reportFiles", 4, ({ publicId }) => ({ sandboxId: publicId("sandboxes", 4), ...report })],
    ["callback sandbox.reportDiff", 3, ({ publicId }) => ({ sandboxId: publicId("sandboxes"), diff: "x" })],
    [
      "callback sandbox.reportDevServer",
      3,
      ({ publicId }) => ({ sandboxId: publicId("sandboxes"), url: null, status: "running" }),
    ],
    ["POST /sandboxes/delete", 7, ({ publicId }) => ({ id: publicId("sandboxes", 4) })],
    ["function sandboxes/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts })],
    ["function sandboxes/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts, status: "running" })],
    [
      "function sandboxes/dashboard:list",
      5,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, runId: publicId("runs"), status: "running" }),
    ],
    ["function sandboxes/dashboard:get", 4, ({ projectId, publicId }) => ({ projectId, id: publicId("sandboxes") })],
    [
      "function sandboxes/dashboard:files",
      8,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, id: publicId("sandboxes") }),
    ],
    [
      "function sandboxes/dashboard:file",
      6,
      ({ projectId, publicId, unique }) => ({ projectId, id: publicId("sandboxes"), path: unique(0) }),
    ],
    ["function sandboxes/dashboard:diff", 5, ({ projectId, publicId }) => ({ projectId, id: publicId("sandboxes") })],
    [
      "function sandboxes/dashboard:devServer",
      5,
      ({ projectId, publicId }) => ({ projectId, id: publicId("sandboxes") }),
    ],
    [
      "function sandboxes/dashboard:sendMessage",
      9,
      ({ projectId, publicId }) => ({ projectId, sandboxId: publicId("sandboxes", 14), content: "Go on." }),
    ],
    [
      "function sandboxes/dashboard:startDevServer",
      5,
      ({ projectId, publicId }) => ({ projectId, id: publicId("sandboxes", 14) }),
    ],
    [
      "function sandboxes/dashboard:remove",
      12,
      ({ projectId, publicId }) => ({ projectId, id: publicId("sandboxes", 16) }),
    ],
  ],
};
