// The operations of the callback that the runner calls, and names for parts of their arguments and results.
// docs/reference.md lists all operations of the service.
import type { Operations } from "./_generated/operations";

export type OperationName = keyof Operations;
export type Args<Name extends OperationName> = Operations[Name]["args"];
export type Result<Name extends OperationName> = Operations[Name]["result"];

/** A step of a run as it is now. */
export type RunStep = Result<"run.get">["steps"][number];
/** One status for all checks of a commit, and as many of them as the service takes. */
export type CheckReport = Omit<Args<"run.updateCiChecks">, "runId">;
export type CheckStatus = CheckReport["status"];
/** What the runner found out about a repository. */
export type RepositoryReport = Omit<Args<"repositoryCheck.report">, "checkId">;
/** What the runner says about itself. */
export type RunnerReport = Omit<Args<"runner.report">, "runnerId">;
export type FoundIssue = Args<"issueSession.createIssuesFromJson">["issues"][number];
export type FoundLearning = Args<"learning.bulkStore">["learnings"][number];
/** What a message is. One without a kind is a text. */
export type MessageMetadata = Pick<Args<"message.store">, "kind" | "title" | "data">;

/** Calls that change nothing, and calls that the service knows by another number: they need no Idempotency-Key. */
export const operationsWithoutKey: ReadonlySet<OperationName> = new Set([
  "job.claim",
  "job.heartbeat",
  "job.makeAgentToken",
  "runner.report",
  "keys.getWithFallback",
  "sandbox.get",
  "sprintChain.get",
  "run.get",
  "run.getDelivery",
  "run.getPart",
  "run.awaitAnswer",
  "run.listOpenFeedback",
  "artifact.finish",
  "message.listBySandbox",
  "message.streamAppend",
]);
