import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { literals } from "../lib/literals";
import { questionStatuses } from "./status";

export const questionStatus = literals(questionStatuses);
export type QuestionStatus = Infer<typeof questionStatus>;

export const sessionQuestionTables = {
  // Questions of an answering session. The runner writes them and people review them. Deleted with their session.
  sessionQuestions: defineTable({
    projectId: v.id("projects"),
    answeringSessionId: v.id("answeringSessions"),
    issueSessionId: v.id("issueSessions"),
    question: v.string(),
    assumption: v.string(),
    correction: v.union(v.string(), v.null()),
    status: questionStatus,
    reviewedAtMs: v.optional(v.number()),
    reviewedBy: v.optional(v.id("users")),
  })
    .index("by_session", ["answeringSessionId"])
    .index("by_issue_session", ["issueSessionId"])
    .index("by_project", ["projectId"]),
};
