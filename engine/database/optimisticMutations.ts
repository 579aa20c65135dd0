// Runs mutations as Convex does, for tests of simultaneous mutations. Each mutation reads the state at its beginning
// and is committed only if nobody has written since into what it has read. There is still one writer. A mutation
// first runs on the state at its beginning and is undone, which shows what it reads. When its turn to commit comes,
// these reads are compared with the commits in between. If nothing that it read has changed, the mutation would see
// the same again. So it runs once more with the same clock and the same randomness, and this time its writes stay.
import { FunctionError } from "../value/functionError";
import type { ReadSet } from "./readSet";
import type { MutationTransaction } from "./mutationTransaction";
import type { MutationBody, Mutations, RecordResult, TransactionStart } from "./mutations";
import type { Writer } from "./writer";

/**
 * Convex's numbers: how often a mutation is retried, and the pauses before the retries. A random part of each pause
 * is waited.
 */
export const convexRetries = { retries: 4, firstMs: 100, maxMs: 2_000 };
/** The numbers for scheduled mutations, which Convex retries until they succeed. */
export const convexRetriesOfJobs = { retries: Infinity, firstMs: 100, maxMs: 60_000 };
/**
 * The number of mutations that Convex runs at the same time by default. Others wait, and then see the state at the
 * end of their wait.
 */
const maxMutations = 16;

export type Retries = typeof convexRetries;

export interface Conflict {
  /**
   * The table with the write that caused the conflict. It is null when the log of writes does not go back far enough.
   */
  table: string | null;
  /** The number of earlier conflicts of the same mutation. */
  failures: number;
  /** True if the mutation is tried again. Otherwise the caller gets the error. */
  isRetried: boolean;
}

/** The first try of a mutation, on the state at its start: which keys it read, and whether it wrote anything. */
interface Rehearsal {
  start: TransactionStart;
  reads: ReadSet;
  writes: boolean;
}

/** Bounds the number of simultaneous mutations of everybody who shares this object. */
export class MutationSlots {
  private free = maxMutations;
  private readonly waiting: (() => void)[] = [];

  async run<T>(body: () => Promise<T>): Promise<T> {
    if (this.free === 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.free--;
    try {
      return await body();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free++;
      else next();
    }
  }
}

export class OptimisticMutations implements Mutations {
  constructor(
    private readonly writer: Writer,
    private readonly slots: MutationSlots,
    private readonly retries: Retries,
    private readonly onConflict: (conflict: Conflict) => void,
  ) {}

  async mutate<T>(body: MutationBody<T>, seal?: RecordResult<T>): Promise<T> {
    for (let failures = 0; ; failures++) {
      try {
        return await this.slots.run(() => this.attempt(body, seal));
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error;
        const isRetried = failures < this.retries.retries;
        this.onConflict({ table: error.table, failures, isRetried });
        if (!isRetried) throw conflictError(error.table);
        await backOff(this.retries, failures);
      }
    }
  }

  private async attempt<T>(body: MutationBody<T>, seal: RecordResult<T> | undefined): Promise<T> {
    const rehearsal = await this.rehearse(body);
    return await this.writer.mutate((transaction) => {
      // A mutation that only reads needs no check: it counts as having happened when it began.
      if (rehearsal.writes) this.checkFresh(rehearsal);
      return body(transaction, rehearsal.start);
    }, seal);
  }

  /**
   * Runs the mutation once and undoes it. If the mutation throws, the error goes to the caller without a check for
   * conflicts, as on Convex.
   */
  private async rehearse<T>(body: MutationBody<T>): Promise<Rehearsal> {
    let seen: Rehearsal | undefined;
    const endRehearsal = (transaction: MutationTransaction, start: TransactionStart): never => {
      seen = { start, reads: transaction.reads, writes: transaction.writeCount > 0 };
      throw new RehearsalUndone();
    };
    try {
      await this.writer.mutate<never>((transaction, start) => {
        transaction.isRehearsal = true;
        const value = body(transaction, start);
        if (value instanceof Promise) return value.then(() => endRehearsal(transaction, start));
        return endRehearsal(transaction, start);
      });
    } catch (error) {
      if (!(error instanceof RehearsalUndone)) throw error;
    }
    if (seen === undefined) throw new Error("a rehearsal ended without being undone");
    return seen;
  }

  private checkFresh({ start, reads }: Rehearsal): void {
    if (this.writer.changedSince(start.snapshotTs, reads)) {
      throw new WriteConflict(this.writer.tableChangedSince(start.snapshotTs, reads));
    }
  }
}

class RehearsalUndone extends Error {}

class WriteConflict extends Error {
  constructor(readonly table: string | null) {
    super("Something was written into what the mutation has read.");
  }
}

/** Makes the error for a conflict, in Convex's wording. */
function conflictError(table: string | null): FunctionError {
  const where = table === null ? "some table" : `the "${table}" table`;
  return new FunctionError(
    conflictCode,
    `Documents read from or written to ${where} changed while this mutation was being run and on every subsequent ` +
      "retry. See https://docs.convex.dev/error#1",
  );
}

export const conflictCode = "OptimisticConcurrencyControlFailure";

function backOff({ firstMs, maxMs }: Retries, failures: number): Promise<void> {
  const ms = Math.min(firstMs * 2 ** failures, maxMs) * Math.random();
  return new Promise((resolve) => setTimeout(resolve, ms));
}
