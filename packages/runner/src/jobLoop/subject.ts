import type { Claim } from "../service/claims";

/** What a job is about, for people. */
export function describeSubject(claim: Claim): string {
  switch (claim.kind) {
    case "run.execute":
    case "run.continue":
      return claim.run?.name ?? "a run that has ended";
    case "sprintChain.execute":
      return "a sprint chain";
    case "workChain.execute":
      return claim.workChain?.title ?? "a work chain";
    case "issueSession.scan":
      return "an issue session";
    case "answeringSession.continue":
      return "an answering session";
    case "merge.execute":
      return "a merge of pull requests";
    case "learning.extract":
      return claim.run === null ? "learnings" : `learnings from ${claim.run.name}`;
    case "sandbox.message":
      return "a message to an agent";
    case "sandbox.devServer":
      return "a development server";
    case "pullRequest.look":
      return `the pull request ${claim.prUrl ?? "of a run that is gone"}`;
    case "repository.check":
      return "a check of a repository";
  }
}
