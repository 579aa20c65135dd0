import { v } from "convex/values";

/**
 * What can be in the trash, by the name that lib/publicIds.ts has for it. The schema uses this record, so its type must
 * not depend on the data model.
 */
export const trashed = {
  run: "runs",
  sandbox: "sandboxes",
  workflow: "workflows",
  learning: "learnings",
  issueSession: "issueSessions",
  answeringSession: "answeringSessions",
  context: "contexts",
} as const;

export type TrashType = keyof typeof trashed;

export const trashTypes = Object.keys(trashed) as TrashType[];

/**
 * The fields of documents that can be in the trash. An index over such a table has `deletedAtMs` right after the id of
 * the owner, so that lists skip the trash without reading it.
 */
export const deletionFields = {
  /** The time of the deletion. Absent while the document is not in the trash. */
  deletedAtMs: v.optional(v.number()),
};
