/** The types of documents that the trash can hold. */
export const trashTypes = [
  "run",
  "sandbox",
  "workflow",
  "learning",
  "issueSession",
  "answeringSession",
  "context",
] as const;
