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
