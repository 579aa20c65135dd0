// What callers of mutations pass and receive. writer.ts and optimisticMutations.ts run the mutations.
import type { MutationTransaction } from "./mutationTransaction";

export interface TransactionStart {
  seed: Uint8Array;
  /**
   * The time at which the transaction began, in epoch milliseconds. The clock stands still at this time for the code
   * that runs in it.
   */
  now: number;
  /** The timestamp of the last commit that the transaction sees, in nanoseconds since 1970. */
  snapshotTs: bigint;
}

/**
 * Runs functions that end without waiting one after another at little cost. The layer above provides it, since the
 * database knows nothing about functions.
 */
export interface JobRunner {
  /** Runs `job`. Returns false if a function in it was stopped by force, which leaves the rest of `job` undone. */
  run(job: () => void): boolean;
  /** Returns a number that grows when a finished function turns out to have left a rejection unhandled. */
  lateRejections(): number;
}

/** The work of a mutation in its transaction. It may be called again after it was undone. */
export type MutationBody<T> = (transaction: MutationTransaction, start: TransactionStart) => T | Promise<T>;

/** The last step of a mutation: it records the result and the timestamp of the commit. */
export type RecordResult<T> = (value: T, ts: bigint, transaction: MutationTransaction) => void;

/** Runs the mutations of functions. */
export interface Mutations {
  /**
   * Runs `body` in its own transaction. If `body` throws, the transaction is undone. Resolves when the commit is
   * durable.
   */
  mutate<T>(body: MutationBody<T>, seal?: RecordResult<T>): Promise<T>;
}
