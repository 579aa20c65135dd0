// What a claimed job is for the functions that work on it. Each of them declares which tools of the runner it needs, so
// `Tools` differs: the loop hands in an object that has all of them.
import type { Call } from "../service/callback";
import type { Claim } from "../service/claims";

/** A slot of the runner. It has a bounded number of them, and each job that works has one. */
export interface Slot {
  /** Gives the slot back while the job waits for a person. Resolves when there is a slot for it again. */
  leaveWhile<Result>(wait: () => Promise<Result>, options: LeaveOptions): Promise<Result>;
  /** Resolves when the job has a slot, at once when it has one already. */
  enter(): Promise<void>;
}

export interface LeaveOptions {
  /** Whether an agent waits in memory meanwhile. */
  keepsAgent: boolean;
  /** Aborts when nobody wants the answer any more. The job then gets its slot with `enter`. */
  until?: AbortSignal;
  /** The wait is over, and all places are taken. */
  onQueued: () => void;
}

export interface Job<Kind extends Claim = Claim, Tools = unknown> {
  claim: Kind;
  call: Call;
  /** Also works for a while after the end of `signal`. */
  lastCall: Call;
  /** Aborts with an `JobEndedError` when the work ends before its time. */
  signal: AbortSignal;
  slot: Slot;
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
