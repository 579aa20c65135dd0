// Runs mutations one after another and makes them durable in groups: all that are ready together share one commit,
// and none is answered before that commit has reached the disk.
import type { Connection, Statement } from "../persistence/connection";
import { DatabaseUnavailable } from "../value/databaseUnavailable";
import type { Clock } from "./clock";
import type { Commit, ReadSet, WriteLog } from "./readSet";
import { byIdIndexOf, tableNames, type Index, type Registry, type SearchIndex, type Table } from "./registry";
import { ReversibleWriter } from "./reversibleWriter";
import { RowReader, RowWriter } from "./rows";
import { newSeed } from "./seeds";
import { MutationTransaction } from "./mutationTransaction";

export interface TransactionStart {
  seed: Uint8Array;
  /** Epoch milliseconds: the frozen clock of what runs in it. */
  now: number;
  /** Nanoseconds since 1970 of the last commit that it sees. */
  snapshotTs: bigint;
}

/**
 * Lets functions that end without waiting run one after another at little cost. Given from above, since the database
 * knows nothing of functions.
 */
export interface Together {
  /** Runs `job`; false when a function in it was ended by force, which leaves the rest of `job` undone. */
  run(job: () => void): boolean;
  /** Grows when a function that has already given its result turns out to have left a rejection unhandled. */
  lateRejections(): number;
}

const oneByOne: Together = {
  run: (job) => {
    job();
    return true;
  },
  lateRejections: () => 0,
};

/** What a mutation does in its transaction; it may be asked to do it again, after it was undone. */
export type Body<T> = (transaction: MutationTransaction, start: TransactionStart) => T | Promise<T>;

/** The last that a mutation does: it writes down what came of it, and at which timestamp that is committed. */
export type Seal<T> = (value: T, ts: bigint, transaction: MutationTransaction) => void;

/** Who runs the mutations of functions. */
export interface Mutations {
  /** Runs `body` in a transaction of its own; what it throws undoes it. Resolves once the commit is durable. */
  mutate<T>(body: Body<T>, seal?: Seal<T>): Promise<T>;
}

interface Task {
  /** null: done at once. */
  run(): Promise<void> | null;
  refuse(error: Error): void;
}

interface Finished {
  task: Task;
  acknowledge(): void;
  afterCommit: readonly (() => void)[];
}

interface WriterHooks {
  /** What was committed can be seen from here on; nobody has been answered yet. */
  publish(registry: Registry, commits: readonly Commit[]): void;
  /** The next batch waits for it. */
  betweenBatches(): Promise<void> | null;
}

/**
 * How long a batch waits for a lock that another process holds: a shell on the file, a backup. SQLite could wait by
 * itself, but all reads would wait with it.
 */
const lockWaitMs = 5_000;
const lockRetryMs = 20;

/** Mutations of one batch at the most: bounds how long the first of them waits. */
const largestBatch = 256;

export class Writer implements Mutations {
  private readonly rows: RowReader;
  private readonly rowWriter: RowWriter;
  private readonly statements: Record<"begin" | "commit", Statement<never>>;
  private readonly queue: Task[] = [];
  private isRunning = false;
  private round: Promise<void> = Promise.resolve();
  private batchIsOpen = false;
  private finished: Finished[] = [];
  private commits: Commit[] = [];
  private committed: Registry;
  private together: Together = oneByOne;
  /** The task whose function is running, for when it is ended by force. */
  private begun: { task: Task; transaction: MutationTransaction } | null = null;
  private rejectionsBefore = 0;

  constructor(
    private readonly connection: Connection,
    private current: Registry,
    private readonly clock: Clock,
    private readonly log: WriteLog,
    private readonly hooks: WriterHooks,
  ) {
    this.committed = current;
    this.rows = new RowReader(connection);
    this.rowWriter = new RowWriter(connection);
    this.statements = {
      begin: connection.prepare("BEGIN IMMEDIATE"),
      commit: connection.prepare("COMMIT"),
    };
  }

  useTogether(together: Together): void {
    this.together = together;
  }

  mutate<T>(body: Body<T>, seal?: Seal<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const task: Task = { run: () => this.runOne(task, body, seal, resolve, reject), refuse: reject };
      this.queue.push(task);
      if (!this.isRunning) this.round = this.runAll();
    });
  }

  /** Resolves when everything that was asked for is committed or refused. */
  async idle(): Promise<void> {
    while (this.isRunning) await this.round;
  }

  /** As the write log's, and what the open batch has written as well. */
  changedSince(ts: bigint, reads: ReadSet): boolean {
    return this.log.changedSince(ts, reads) || this.openSince(ts).some((commit) => reads.touchedBy(commit.writes));
  }

  /** One that `changedSince` finds something written in; null when the log does not reach back to `ts`. */
  tableChangedSince(ts: bigint, reads: ReadSet): string | null {
    const open = this.openSince(ts).flatMap(({ writes }) => writes);
    const indexId = reads.firstTouchedBy(open) ?? this.log.indexWrittenSince(ts, reads);
    if (indexId === tableNames) return "_tables";
    const holds = (table: Table) =>
      byIdIndexOf(table) === indexId || allIndexes(table).some(({ id }) => id === indexId);
    return this.current.tables.find(holds)?.name ?? null;
  }

  private openSince(ts: bigint): Commit[] {
    return this.commits.filter((commit) => commit.ts > ts);
  }

  private async runAll(): Promise<void> {
    this.isRunning = true;
    do {
      if (!this.tryToOpenBatch()) await this.waitForLock();
      await this.runQueued();
      // Requests that have already arrived are handled in this turn of the event loop and join the batch.
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (this.queue.length === 0 || this.finished.length >= largestBatch) await this.endBatch();
    } while (this.queue.length > 0);
    this.isRunning = false;
  }

  /** Mutations that end without waiting run together; one that waits has the writer to itself until it is done. */
  private async runQueued(): Promise<void> {
    while (this.queue.length > 0 && this.finished.length < largestBatch) {
      const waiting: (Promise<void> | null)[] = [];
      const isWhole = this.together.run(() => waiting.push(this.runUntilOneWaits()));
      await (isWhole ? waiting[0] : this.afterForce());
    }
  }

  private runUntilOneWaits(): Promise<void> | null {
    while (this.finished.length < largestBatch) {
      const task = this.queue.shift();
      if (task === undefined) return null;
      const waiting = this.begin(task);
      if (waiting !== null) return waiting;
    }
    return null;
  }

  /** null: done, or refused. */
  private begin(task: Task): Promise<void> | null {
    if (!this.openBatch(task)) return null;
    const waiting = task.run();
    this.begun = null;
    return waiting;
  }

  /** The function whose end came by force runs again by itself: there it is told why, and nothing else is touched. */
  private afterForce(): Promise<void> | null {
    if (this.begun === null) return null;
    const { task, transaction } = this.begun;
    this.begun = null;
    this.undo(transaction, new Error("A mutation was ended by force."));
    return this.begin(task);
  }

  /**
   * A function that left a rejection unhandled has failed, but in a batch nobody can say any more which one it was. So
   * all of them are undone and run again, each by itself; nobody has been answered yet.
   */
  private async runAgainOneByOne(): Promise<void> {
    const tasks = this.finished.map(({ task }) => task);
    this.rollBack();
    for (const task of tasks) await this.begin(task);
  }

  private async endBatch(): Promise<void> {
    if (this.together.lateRejections() !== this.rejectionsBefore) await this.runAgainOneByOne();
    this.commitBatch();
    const pause = this.hooks.betweenBatches();
    if (pause !== null) await pause;
  }

  private openBatch(task: Task): boolean {
    if (this.batchIsOpen) return true;
    try {
      this.beginBatch();
      return true;
    } catch (error) {
      task.refuse(asError(error));
      return false;
    }
  }

  private beginBatch(): void {
    this.statements.begin.run();
    this.batchIsOpen = true;
    this.rejectionsBefore = this.together.lateRejections();
  }

  private async waitForLock(): Promise<void> {
    const end = performance.now() + lockWaitMs;
    while (performance.now() < end && !this.tryToOpenBatch()) {
      await new Promise((resolve) => setTimeout(resolve, lockRetryMs));
    }
  }

  /** False while another process holds the lock; any other trouble is the first task's to be told of. */
  private tryToOpenBatch(): boolean {
    if (this.batchIsOpen) return true;
    try {
      this.beginBatch();
      return true;
    } catch (error) {
      return !(error instanceof DatabaseUnavailable && error.code === "DatabaseLocked");
    }
  }

  private runOne<T>(
    task: Task,
    body: Body<T>,
    seal: Seal<T> | undefined,
    resolve: (value: T) => void,
    reject: (error: Error) => void,
  ): Promise<void> | null {
    const { now, creationTime } = this.clock.startOfMutation();
    const start = { seed: newSeed(), now, snapshotTs: this.clock.lastTs };
    const { connection, rows, rowWriter, current } = this;
    const writer = new ReversibleWriter(rowWriter);
    const transaction = new MutationTransaction(connection, rows, writer, current, creationTime);
    this.begun = { task, transaction };
    const succeed = (value: T): void => {
      const ts = this.clock.commit(transaction.creationTime);
      transaction.resolveCommitTs(ts);
      seal?.(value, ts, transaction);
      transaction.keep();
      this.current = transaction.registry;
      this.commits.push({ ts, writes: transaction.writes });
      this.finished.push({ task, acknowledge: () => resolve(value), afterCommit: transaction.afterCommit });
    };
    const fail = (error: unknown): void => {
      this.undo(transaction, error);
      reject(asError(error));
    };
    try {
      const value = body(transaction, start);
      if (value instanceof Promise) return value.then(succeed).catch(fail);
      succeed(value);
    } catch (error) {
      fail(error);
    }
    return null;
  }

  /** Rolls one mutation back. A full disk may already have ended the whole transaction; then the batch fails. */
  private undo(transaction: MutationTransaction, cause: unknown): void {
    try {
      transaction.takeBack();
    } catch {
      this.abandonBatch(asError(cause));
    }
  }

  private commitBatch(): void {
    if (!this.batchIsOpen) return;
    const { finished, commits } = this;
    try {
      if (commits.length > 0) this.clock.persist();
      this.statements.commit.run();
    } catch (error) {
      this.abandonBatch(asError(error));
      return;
    }
    this.batchIsOpen = false;
    this.finished = [];
    this.commits = [];
    this.committed = this.current;
    for (const commit of commits) this.log.append(commit);
    this.hooks.publish(this.current, commits);
    for (const mutation of finished) {
      mutation.acknowledge();
      for (const hook of mutation.afterCommit) callHook(hook);
    }
  }

  private abandonBatch(error: Error): void {
    const { finished } = this;
    this.rollBack();
    for (const { task } of finished) task.refuse(error);
  }

  private rollBack(): void {
    this.finished = [];
    this.commits = [];
    this.batchIsOpen = false;
    this.current = this.committed;
    try {
      this.connection.exec("ROLLBACK");
    } catch {
      // SQLite has rolled back by itself.
    }
  }
}

/** A hook that throws is a bug of the engine: the process ends by it, and the others of the batch still have theirs. */
function callHook(hook: () => void): void {
  try {
    hook();
  } catch (error) {
    setImmediate(() => {
      throw error;
    });
  }
}

function allIndexes({ indexes, searchIndexes }: Table): (Index | SearchIndex)[] {
  return [...indexes, ...searchIndexes];
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
