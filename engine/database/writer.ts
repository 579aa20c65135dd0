// Runs mutations one after another and makes them durable in groups. All mutations that are ready together share one
// commit, and none is answered before that commit is on the disk.
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
export interface Together {
  /** Runs `job`. Returns false if a function in it was ended by force, which leaves the rest of `job` undone. */
  run(job: () => void): boolean;
  /** Returns a number that grows when a finished function turns out to have left a rejection unhandled. */
  lateRejections(): number;
}

const oneByOne: Together = {
  run: (job) => {
    job();
    return true;
  },
  lateRejections: () => 0,
};

/** The work of a mutation in its transaction. It may be called again after it was undone. */
export type Body<T> = (transaction: MutationTransaction, start: TransactionStart) => T | Promise<T>;

/** The last step of a mutation: it records the result and the timestamp of the commit. */
export type Seal<T> = (value: T, ts: bigint, transaction: MutationTransaction) => void;

/** Runs the mutations of functions. */
export interface Mutations {
  /**
   * Runs `body` in its own transaction. If `body` throws, the transaction is undone. Resolves when the commit is
   * durable.
   */
  mutate<T>(body: Body<T>, seal?: Seal<T>): Promise<T>;
}

interface Task {
  /** Starts the task. Returns null if the task finished at once. */
  run(): Promise<void> | null;
  refuse(error: Error): void;
}

interface Finished {
  task: Task;
  acknowledge(): void;
  afterCommit: readonly (() => void)[];
}

interface WriterHooks {
  /** Makes the commits visible to queries. It is called before any caller gets an answer. */
  publish(registry: Registry, commits: readonly Commit[]): void;
  /** The next batch waits for the returned promise. */
  betweenBatches(): Promise<void> | null;
}

/**
 * How long a batch waits for a lock that another process holds, such as a shell or a backup. SQLite could wait by
 * itself, but then all reads would wait too.
 */
const lockWaitMs = 5_000;
const lockRetryMs = 20;

/** The largest number of mutations in one batch. It bounds how long the first of them waits. */
const maxBatch = 256;
/**
 * A batch that has written this many index keys ends too. It bounds what a batch of large mutations holds in memory,
 * and how long it keeps everything else waiting. An ordinary mutation writes about twenty.
 */
const maxKeysInBatch = 10_000;

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
  private keysInBatch = 0;
  private committed: Registry;
  private together: Together = oneByOne;
  /** The task whose function is running now. It is needed when the function is ended by force. */
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

  /** Resolves when every requested mutation is committed or refused. */
  async idle(): Promise<void> {
    while (this.isRunning) await this.round;
  }

  /** Returns true if something that was read at `ts` has been written since, in commits or in the open batch. */
  changedSince(ts: bigint, reads: ReadSet): boolean {
    return this.log.changedSince(ts, reads) || this.openSince(ts).some((commit) => reads.touchedBy(commit.writes));
  }

  /**
   * Returns the name of a table that was written since `ts` and had been read. Returns null when the log does not go
   * back far enough.
   */
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
      // Requests that have already arrived are handled in this turn of the event loop, and then join the batch.
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (this.queue.length === 0 || this.isBatchFull()) await this.endBatch();
    } while (this.queue.length > 0);
    this.isRunning = false;
  }

  /**
   * Runs the queued mutations. Those that end without waiting run together. One that waits has the writer to itself
   * until it is done.
   */
  private async runQueued(): Promise<void> {
    while (this.queue.length > 0 && !this.isBatchFull()) {
      const waiting: (Promise<void> | null)[] = [];
      const isWhole = this.together.run(() => waiting.push(this.runUntilOneWaits()));
      await (isWhole ? waiting[0] : this.afterForce());
    }
  }

  private runUntilOneWaits(): Promise<void> | null {
    while (!this.isBatchFull()) {
      const task = this.queue.shift();
      if (task === undefined) return null;
      const waiting = this.begin(task);
      if (waiting !== null) return waiting;
    }
    return null;
  }

  private isBatchFull(): boolean {
    return this.finished.length >= maxBatch || this.keysInBatch >= maxKeysInBatch;
  }

  /** Starts a task. Returns null if the task is already done or refused. */
  private begin(task: Task): Promise<void> | null {
    if (!this.openBatch(task)) return null;
    const waiting = task.run();
    this.begun = null;
    return waiting;
  }

  /**
   * Runs a function that was ended by force once more, alone. There it gets the error, and no other mutation is
   * affected.
   */
  private afterForce(): Promise<void> | null {
    if (this.begun === null) return null;
    const { task, transaction } = this.begun;
    this.begun = null;
    this.undo(transaction, new Error("A mutation was ended by force."));
    return this.begin(task);
  }

  /**
   * Undoes all mutations of the batch and runs each of them again alone. A function that left a rejection unhandled
   * has failed, but in a batch nobody can say which function it was. No caller has been answered yet.
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

  /**
   * Returns false while another process holds the lock. Any other problem is reported to the first task of the batch.
   */
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
      this.keysInBatch += transaction.writes.length;
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

  /** Undoes one mutation. If a full disk has already ended the whole transaction, the batch fails. */
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
    this.keysInBatch = 0;
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
    this.keysInBatch = 0;
    this.batchIsOpen = false;
    this.current = this.committed;
    try {
      this.connection.exec("ROLLBACK");
    } catch {
      // SQLite has already rolled back by itself.
    }
  }
}

/**
 * Calls a hook. A hook that throws is a bug of the engine and ends the process, but the other hooks of the batch are
 * still called.
 */
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
