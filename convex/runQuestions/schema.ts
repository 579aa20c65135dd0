/* eslint-disable @convex-dev/no-duplicate-indexes -- Each filter of a list has an index that continues with the time */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { literals } from "../lib/literals";
import { questionStatuses } from "./status";

export const questionStatus = literals(questionStatuses);

export const runQuestionTables = {
  // What the agents of a run ask people. The runner asks; people answer or dismiss; the clock and the end of the step
  // or of the run close what is left. Deleted with the run. `runs.openQuestions` counts those of the present attempt
  // that wait.
  runQuestions: defineTable({
    projectId: v.id("projects"),
    runId: v.id("runs"),
    attempt: v.number(),
    // The step whose agent asks, if the runner has named it. The end of the step closes the question.
    stepId: v.optional(v.id("runSteps")),
    // The step whose gate asks. The service itself asks such a question, when the step has ended (gateQuestions.ts).
    gateStepId: v.optional(v.id("runSteps")),
    // The runner's own name for the question, unique in its attempt.
    key: v.string(),
    title: v.string(),
    text: v.optional(v.string()),
    // A question has options or a schema or neither. Then its answer is any text.
    options: v.optional(v.array(v.string())),
    // The schema, the default and the answer are JSON texts, because a document cannot hold all JSON.
    schema: v.optional(v.string()),
    default: v.optional(v.string()),
    answer: v.optional(v.string()),
    deadlineMs: v.optional(v.number()),
    status: questionStatus,
    closedAtMs: v.optional(v.number()),
    closedBy: v.optional(v.id("users")),
  })
    .index("by_project", ["projectId"])
    .index("by_status", ["projectId", "status"])
    .index("by_run", ["runId"])
    .index("by_run_and_status", ["runId", "status"])
    .index("by_key", ["runId", "attempt", "key"]),
};
