import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { deletionFields } from "../lib/trashTypes";
import { literals } from "../lib/literals";
import { answeringStatuses } from "./status";

export const answeringStatus = literals(answeringStatuses);
export type AnsweringStatus = Infer<typeof answeringStatus>;

export const answeringSessionTables = {
  // Sets of questions about an issue session, which a person reviews. People make them and the runner adds the
  // questions. An archived one is in the trash: its status is `archived`, and `statusBefore` keeps the earlier status.
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
    // Lists are in the order of creation.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project", ["projectId", "deletedAtMs"])
    .index("by_status", ["projectId", "deletedAtMs", "status"])
    // Lists of one issue session are in the order of creation too.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_issue_session", ["issueSessionId", "deletedAtMs"])
    .index("by_issue_session_and_status", ["issueSessionId", "deletedAtMs", "status"]),
};
