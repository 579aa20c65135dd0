// What a claimed job is for the functions that work on it. Each of them declares which tools of the runner it needs, so
// `Tools` differs: the loop hands in an object that has all of them.
import type { Call } from "../service/callback";
import type { Claim } from "../service/claims";

export interface Job<Kind extends Claim = Claim, Tools = unknown> {
  claim: Kind;
  call: Call;
  /** Also works for a while after the end of `signal`. */
  lastCall: Call;
  /** Aborts with an `JobEndedError` when the work ends before its time. */
  signal: AbortSignal;
  tools: Tools;
  /** Tells the people at the terminal what the job is doing. */
  reportProgress: (what: string) => void;
}

/** A provider refuses work until a time that it has named. The job waits until then, which counts as no attempt. */
export class DeferJobError extends Error {
  constructor(
    readonly untilMs: number,
    reason: string,
  ) {
    super(reason);
  }
}

/** The work would fail again in the same way, so the job is not queued again. */
export class PermanentJobError extends Error {}
