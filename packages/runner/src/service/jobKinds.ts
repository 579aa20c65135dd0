import type { Claim } from "./claims";

export type JobKind = Claim["kind"];

/**
 * Whether an agent works on a job of the kind. In the order in which the configuration and its help name the kinds; the
 * compiler asks for one that is missing.
 */
const needsAgent: Record<JobKind, boolean> = {
  "run.execute": true,
  "run.continue": true,
  "sprintChain.execute": false,
  "workChain.execute": false,
  "issueSession.scan": true,
  "answeringSession.continue": true,
  "merge.execute": true,
  "learning.extract": true,
  "sandbox.message": false,
  "sandbox.devServer": false,
  "repository.check": false,
  "pullRequest.look": false,
};

export const jobKinds = Object.keys(needsAgent) as JobKind[];

export function areAgentsNeeded(kinds: readonly JobKind[]): boolean {
  return kinds.some((kind) => needsAgent[kind]);
}
