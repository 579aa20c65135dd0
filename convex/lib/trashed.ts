/** What can be in the trash, and by which name lib/publicIds.ts knows it. The tables' own types are made of this. */
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
