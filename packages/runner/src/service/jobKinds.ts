import type { Claim } from "./claims";

export type JobKind = Claim["kind"];

/** In the order in which the configuration and its help name them. The compiler asks for a kind that is missing. */
const all: Record<JobKind, true> = {
  "run.execute": true,
  "sprintChain.execute": true,
  "workChain.execute": true,
  "issueSession.scan": true,
  "answeringSession.continue": true,
  "merge.execute": true,
  "learning.extract": true,
  "sandbox.message": true,
  "sandbox.devServer": true,
};

export const jobKinds = Object.keys(all) as JobKind[];
