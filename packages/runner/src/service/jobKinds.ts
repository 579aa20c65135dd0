export const jobKinds = [
  "run.execute",
  "sprintChain.execute",
  "workChain.execute",
  "issueSession.scan",
  "answeringSession.continue",
  "merge.execute",
  "learning.extract",
  "sandbox.message",
  "sandbox.devServer",
] as const;

export type JobKind = (typeof jobKinds)[number];
