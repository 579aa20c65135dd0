import type { AnyClaim, Claim } from "../service/delivery";

/** What a job is about, for people. */
export function subjectOf(claim: Claim): string {
  const known = claim as AnyClaim;
  switch (known.kind) {
    case "run.execute":
      return known.run?.name ?? "a run that has ended";
    case "sprintChain.execute":
      return "a sprint chain";
    case "workChain.execute":
      return known.workChain?.title ?? "a work chain";
    case "issueSession.scan":
      return "an issue session";
    case "answeringSession.continue":
      return "an answering session";
    case "merge.execute":
      return "a merge of pull requests";
    case "learning.extract":
      return known.run === null ? "learnings" : `learnings from ${known.run.name}`;
    case "sandbox.message":
      return "a message to an agent";
    case "sandbox.devServer":
      return "a development server";
  }
}
