import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { deletionFields } from "../lib/deletion";
import { literals } from "../lib/literals";
import { answeringStatuses } from "./status";

export const answeringStatus = literals(answeringStatuses);
export type AnsweringStatus = Infer<typeof answeringStatus>;

export const answeringSessionTables = {
  // Questions of an issue session, for a person to review. Made by people, filled by the runner. An archived one is in the
  // trash: its status is then `archived`, and `statusBefore` what it was.
  answeringSessions: defineTable({
    projectId: v.id("projects"),
    issueSessionId: v.id("issueSessions"),
    status: answeringStatus,
    statusBefore: v.optional(answeringStatus),
    questionCount: v.number(),
    reviewedCount: v.number(),
    sandboxId: v.optional(v.id("sandboxes")),
    completedAtMs: v.optional(v.number()),
    ...deletionFields,
  })
    // Lists go by time of creation.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId", "deletedAtMs"])
    .index("by_status", ["projectId", "deletedAtMs", "status"])
    // So do those of one issue session.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_issue_session", ["issueSessionId", "deletedAtMs"])
    .index("by_issue_session_and_status", ["issueSessionId", "deletedAtMs", "status"]),
};
