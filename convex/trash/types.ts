/** What can be in the trash. */
export const trashTypes = [
  "run",
  "sandbox",
  "workflow",
  "learning",
  "issueSession",
  "answeringSession",
  "context",
] as const;
