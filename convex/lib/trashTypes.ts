import { v } from "convex/values";

/** The schema uses this record, so its type must not depend on the data model. Names are those of publicIds.ts. */
export const tableByTrashType = {
  run: "runs",
  sandbox: "sandboxes",
  workflow: "workflows",
  learning: "learnings",
  issueSession: "issueSessions",
  answeringSession: "answeringSessions",
  context: "contexts",
} as const;

export type TrashType = keyof typeof tableByTrashType;

export const trashTypes = Object.keys(tableByTrashType) as TrashType[];

/** An index over such a table has `deletedAtMs` right after the owner's id, so that lists never read the trash. */
export const deletionFields = {
  /** The time of the deletion. Absent while the document is not in the trash. */
  deletedAtMs: v.optional(v.number()),
};
