// What a claim returns to the edge. The edge loads this file, so it imports only types.
import type { JobInputs } from "../jobInputs/work";
import type { ClaimView } from "./present";

/** A job as its runner receives it. */
export type ClaimedJob = WithInputs<JobInputs>;

/** A delivery that names its subject itself does so with null, too. */
type WithInputs<Inputs> = Inputs extends unknown
  ? Omit<ClaimView, (keyof Inputs & "runId") | (keyof Inputs & "mergeRunId")> & Inputs
  : never;

export type ClaimResult =
  /** The job with everything that its runner needs to begin it. */
  | { kind: "complete"; job: ClaimedJob }
  /** The edge adds what the runner needs. */
  | { kind: "withoutInputs"; job: ClaimView }
  /**
   * The delivery of the job cannot be built, and the log has the reason. The job is in the queue again, or fails at
   * once after its last attempt.
   */
  | { kind: "undelivered" };

/** The claim has met as many jobs as it may set aside that nobody may have now. Another step may find one. */
export interface ClaimPassed {
  kind: "passed";
}

/** The error of a job whose delivery cannot be built. The runner need not know more. */
export const undeliverableMessage = "The input of the job could not be built.";
