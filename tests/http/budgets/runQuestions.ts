// Questions of one run. Its other rows are in runs.ts.
import { asking } from "./runs";
import type { Area } from "../../support/readBudgets/area";

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    runQuestions: (at) => ({
      projectId: at.projectId,
      ...(asking.has(at.index)
        ? { runId: at.id("runs"), gateStepId: at.id("runSteps") }
        : { runId: at.parent("runs") }),
      attempt: 1,
      key: at.unique,
      title: "Where to?",
      status: "waiting",
    }),
  },
  grow: { runQuestions: "what the runs of a project ask, attempt after attempt" },
  budgets: [
    ["GET /runs/questions", 8, { limit: 3 }],
    ["GET /runs/questions", 8, { limit: 3, status: "waiting" }],
    ["GET /runs/questions", 9, ({ publicId }) => ({ limit: 3, runId: publicId("runs") })],
    ["GET /runs/questions", 9, ({ publicId }) => ({ limit: 3, runId: publicId("runs"), status: "waiting" })],
    ["callback run.ask", 6, ({ publicId }) => ({ runId: publicId("runs", 18), key: "where", title: "Where to?" })],
    ["callback run.awaitAnswer", 1, ({ publicId }) => ({ questionId: publicId("runQuestions") })],
    [
      "POST /runs/questions/answer",
      9,
      ({ publicId }) => ({ questionId: publicId("runQuestions", 2), answer: "To the left." }),
    ],
    ["POST /runs/questions/dismiss", 9, ({ publicId }) => ({ questionId: publicId("runQuestions", 4) })],
    ["function runQuestions/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts })],
    [
      "function runQuestions/dashboard:list",
      7,
      ({ projectId, publicId }) => ({ projectId, paginationOpts, runId: publicId("runs"), status: "waiting" }),
    ],
    [
      "function runQuestions/dashboard:answer",
      9,
      ({ projectId, publicId }) => ({ projectId, questionId: publicId("runQuestions", 6), answer: "To the left." }),
    ],
    [
      "function runQuestions/dashboard:dismiss",
      9,
      ({ projectId, publicId }) => ({ projectId, questionId: publicId("runQuestions", 8) }),
    ],
  ],
};
