// Runs mutations as Convex does, for tests of what happens when several are in flight: each reads the state at its
// beginning, and is committed only when nothing was written since into what it has read. There is still one writer. A
// mutation first runs on the state at its beginning and is taken back, which shows what it reads. When its turn to
// commit comes, that is compared with what was committed meanwhile. Where nothing of it was written, the mutation would
// see the same again, so it runs once more with the same clock and the same randomness, and this time its writes stay.
import { FunctionError } from "../value/functionError";
import type { ReadSet } from "./readSet";
import type { MutationTransaction } from "./mutationTransaction";
import type { Body, Mutations, Seal, TransactionStart, Writer } from "./writer";

/** Convex's numbers: retries, and the pauses before them, of which a random part is waited. */
export const convexRetries = { retries: 4, firstMs: 100, longestMs: 2_000 };
/** Of scheduled mutations, which Convex tries again for as long as it takes. */
export const convexRetriesOfJobs = { retries: Infinity, firstMs: 100, longestMs: 60_000 };
/** How many mutations Convex has in flight at a time by default; others wait, and see the state as it is afterwards. */
const mutationsInFlight = 16;

export type Retries = typeof convexRetries;

export interface Conflict {
  /** Into which something was written that the mutation had read; null when the log of writes does not reach back. */
  table: string | null;
  /** Conflicts of the same mutation before this one. */
  failures: number;
  /** False: the caller gets the error. */
  isRetried: boolean;
}

/** What a mutation has seen of the state at its beginning. */
interface Rehearsal {
  start: TransactionStart;
  reads: ReadSet;
  writes: boolean;
}

/** Bounds how many are in flight, over all that share it. */
export class Flights {
  private free = mutationsInFlight;
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
    private readonly flights: Flights,
    private readonly retries: Retries,
    private readonly onConflict: (conflict: Conflict) => void,
  ) {}

  async mutate<T>(body: Body<T>, seal?: Seal<T>): Promise<T> {
    for (let failures = 0; ; failures++) {
      try {
        return await this.flights.run(() => this.attempt(body, seal));
      } catch (error) {
        if (!(error instanceof Collision)) throw error;
        const isRetried = failures < this.retries.retries;
        this.onConflict({ table: error.table, failures, isRetried });
        if (!isRetried) throw conflictError(error.table);
        await pause(this.retries, failures);
      }
    }
  }

  private async attempt<T>(body: Body<T>, seal: Seal<T> | undefined): Promise<T> {
    const rehearsal = await this.rehearse(body);
    return await this.writer.mutate((transaction) => {
      // What only reads has a place in the order of commits: where it began.
      if (rehearsal.writes) this.refuseStale(rehearsal);
      return body(transaction, rehearsal.start);
    }, seal);
  }

  /** Throws what the mutation throws: as on Convex, that is not looked at for conflicts. */
  private async rehearse<T>(body: Body<T>): Promise<Rehearsal> {
    let seen: Rehearsal | undefined;
    const takeBack = (transaction: MutationTransaction, start: TransactionStart): never => {
      seen = { start, reads: transaction.reads, writes: transaction.writeCount > 0 };
      throw new TakenBack();
    };
    try {
      await this.writer.mutate<never>((transaction, start) => {
        transaction.isRehearsal = true;
        const value = body(transaction, start);
        if (value instanceof Promise) return value.then(() => takeBack(transaction, start));
        return takeBack(transaction, start);
      });
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error;
    }
    if (seen === undefined) throw new Error("a rehearsal has ended without having been taken back");
    return seen;
  }

  private refuseStale({ start, reads }: Rehearsal): void {
    if (this.writer.changedSince(start.snapshotTs, reads)) {
      throw new Collision(this.writer.tableChangedSince(start.snapshotTs, reads));
    }
  }
}

class TakenBack extends Error {}

class Collision extends Error {
  constructor(readonly table: string | null) {
    super("Something was written into what the mutation has read.");
  }
}

/** As Convex words it. */
function conflictError(table: string | null): FunctionError {
  const where = table === null ? "some table" : `the "${table}" table`;
  return new FunctionError(
    conflictCode,
    `Documents read from or written to ${where} changed while this mutation was being run and on every subsequent ` +
      "retry. See https://docs.convex.dev/error#1",
  );
}

export const conflictCode = "OptimisticConcurrencyControlFailure";

function pause({ firstMs, longestMs }: Retries, failures: number): Promise<void> {
  const ms = Math.min(firstMs * 2 ** failures, longestMs) * Math.random();
  return new Promise((resolve) => setTimeout(resolve, ms));
}
