// Runs mutations one after another and makes them durable in groups (batches.ts). All mutations that are ready together
// share one commit, and none is answered before that commit is on the disk.
import { asError, Batches, isLocked, type BatchesOptions, type Task } from "./batches";
import { lockRetryMs, lockWaitMs } from "./lockWait";
import { MutationTransaction } from "./mutationTransaction";
import type { MutationBody, Mutations, RecordResult, JobRunner } from "./mutations";
import type { Commit, ReadSet } from "./readSet";
import { byIdIndexOf, tableNames, type Index, type SearchIndex, type Table } from "./registry";
import { newSeed } from "./randomSeeds";
import { DatabaseUnavailable } from "../value/databaseUnavailable";

const oneByOne: JobRunner = {
  run: (job) => {
    job();
    return true;
  },
  lateRejections: () => 0,
};

/**
 * A batch that has been open for this long takes no more mutations. On a busy server one or two come in each turn of
 * the event loop, so a batch that took all of them would keep its first callers waiting for hundreds of turns.
 */
const maxOpenMs = 30;

interface WriterParts extends BatchesOptions {
  /** The next batch waits for the returned promise. */
  betweenBatches(): Promise<void> | null;
}

export class Writer implements Mutations {
  private readonly batches: Batches;
  private readonly queue: Task[] = [];
  private isRunning = false;
  private round: Promise<void> = Promise.resolve();
  private jobRunner: JobRunner = oneByOne;
  /** The task whose function is running now. It is needed when the function is stopped by force. */
  private begun: { task: Task; transaction: MutationTransaction } | null = null;
  private rejectionsBefore = 0;
  /** When the open batch takes no more, as `performance.now()` measures it. */
  private endsAt = 0;
  private wake: () => void = () => undefined;

  constructor(private readonly parts: WriterParts) {
    this.batches = new Batches(parts, () => this.wake());
  }

  useJobRunner(jobRunner: JobRunner): void {
    this.jobRunner = jobRunner;
  }

  mutate<T>(body: MutationBody<T>, seal?: RecordResult<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const task: Task = { run: () => this.runOne(task, body, seal, resolve, reject), reject: reject };
      this.queue.push(task);
      this.wake();
      if (!this.isRunning) this.round = this.runAll();
    });
  }

  /** Whether a write has failed since the last commit. */
  get hasFailed(): boolean {
    return this.batches.hasFailed;
  }

  /** How many batches and mutations were committed, and how many batches failed, since the start of the process. */
  get counts(): Readonly<Batches["counts"]> {
    return this.batches.counts;
  }

  /** Commits only the time. Rejects with the reason when nothing can be written. */
  tryToWrite(): Promise<void> {
    return this.mutate(() => undefined);
  }

  /** Resolves when every requested mutation is committed or refused. */
  async idle(): Promise<void> {
    while (this.isRunning) await this.round;
  }

  /** Resolves when the thread that commits can begin. Without one it resolves at once. */
  async threadIsReady(): Promise<void> {
    await this.batches.threadIsReady();
  }

  /** Ends the writer after everything that was requested. */
  async close(): Promise<void> {
    await this.idle();
    await this.batches.end();
  }

  /** Lets go of the state that mutations read from the file, so that its log can be emptied. */
  releaseFile(): void {
    this.batches.releaseFile();
  }

  /** Returns true if something that was read at `ts` has been written since, in commits or in the open batch. */
  changedSince(ts: bigint, reads: ReadSet): boolean {
    return (
      this.parts.log.changedSince(ts, reads) ||
      this.openCommitsSince(ts).some((commit) => reads.touchedBy(commit.writes))
    );
  }

  /**
   * Returns the name of a table that was written since `ts` and had been read. Returns null when the log does not go
   * back far enough.
   */
  tableChangedSince(ts: bigint, reads: ReadSet): string | null {
    const open = this.openCommitsSince(ts).flatMap(({ writes }) => writes);
    const indexId = reads.firstTouchedBy(open) ?? this.parts.log.indexWrittenSince(ts, reads);
    if (indexId === tableNames) return "_tables";
    const holds = (table: Table) =>
      byIdIndexOf(table) === indexId || allIndexes(table).some(({ id }) => id === indexId);
    return this.batches.registry.tables.find(holds)?.name ?? null;
  }

  private openCommitsSince(ts: bigint): Commit[] {
    return this.batches.openCommits.filter((commit) => commit.ts > ts);
  }

  private async runAll(): Promise<void> {
    const { batches, queue } = this;
    this.isRunning = true;
    do {
      if (batches.needsConnection) await this.untilSettled();
      if (!this.tryToOpenBatch()) await this.waitForLock();
      await this.runQueued();
      // Requests that have already arrived are handled in this turn of the event loop, and then join the batch.
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (queue.length > 0 && !batches.isFull && performance.now() < this.endsAt) continue;
      if (batches.isCommitting) await this.nextEvent();
      else await this.endBatch();
    } while (queue.length > 0 || batches.hasUnanswered);
    this.isRunning = false;
  }

  private async untilSettled(): Promise<void> {
    while (this.batches.isCommitting) await this.nextEvent();
    this.batches.settle();
  }

  /** Resolves when another mutation can run, or the batch on its way has its outcome. */
  private async nextEvent(): Promise<void> {
    do {
      await new Promise<void>((resolve) => (this.wake = resolve));
    } while (this.batches.isFull && this.batches.isCommitting);
    this.wake = () => undefined;
  }

  /**
   * Runs the queued mutations. Those that end without waiting run together. One that waits has the writer to itself
   * until it is done.
   */
  private async runQueued(): Promise<void> {
    while (this.queue.length > 0 && !this.batches.isFull) {
      const waiting: (Promise<void> | null)[] = [];
      const isWhole = this.jobRunner.run(() => waiting.push(this.runUntilOneWaits()));
      await (isWhole ? waiting[0] : this.afterTermination());
    }
  }

  private runUntilOneWaits(): Promise<void> | null {
    while (!this.batches.isFull) {
      const task = this.queue.shift();
      if (task === undefined) return null;
      const waiting = this.begin(task);
      if (waiting !== null) return waiting;
    }
    return null;
  }

  /** Starts a task. Returns null if the task is already done or refused. */
  private begin(task: Task): Promise<void> | null {
    if (!this.openBatch(task)) return null;
    const waiting = task.run();
    this.begun = null;
    return waiting;
  }

  /**
   * Runs a function that was stopped by force once more, alone. There it gets the error, and no other mutation is
   * affected.
   */
  private afterTermination(): Promise<void> | null {
    if (this.begun === null) return null;
    const { task, transaction } = this.begun;
    this.begun = null;
    this.undo(transaction, new Error("A mutation was stopped by force."));
    return this.begin(task);
  }

  /**
   * Undoes all mutations of the batch and runs each of them again alone. A function that left a rejection unhandled
   * has failed, but in a batch nobody can say which function it was. No caller has been answered yet.
   */
  private async runAgainOneByOne(): Promise<void> {
    for (const task of this.batches.undo()) await this.begin(task);
  }

  private async endBatch(): Promise<void> {
    if (this.jobRunner.lateRejections() !== this.rejectionsBefore) await this.runAgainOneByOne();
    this.batches.settle();
    this.batches.commit();
    const pause = this.parts.betweenBatches();
    if (pause !== null) await pause;
    this.batches.send();
  }

  private openBatch(task: Task): boolean {
    if (this.batches.isOpen) return true;
    try {
      this.beginBatch();
      return true;
    } catch (error) {
      this.batches.recordFailure();
      task.reject(asError(error));
      return false;
    }
  }

  private beginBatch(): void {
    this.batches.open();
    this.endsAt = performance.now() + maxOpenMs;
    this.rejectionsBefore = this.jobRunner.lateRejections();
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
    if (this.batches.isOpen) return true;
    try {
      this.beginBatch();
      return true;
    } catch (error) {
      return !isLocked(error);
    }
  }

  private runOne<T>(
    task: Task,
    body: MutationBody<T>,
    seal: RecordResult<T> | undefined,
    resolve: (value: T) => void,
    reject: (error: Error) => void,
  ): Promise<void> | null {
    const { batches } = this;
    const { clock } = this.parts;
    const { now, creationTime } = clock.startOfMutation();
    const start = { seed: newSeed(), now, snapshotTs: clock.lastTs };
    const transaction = new MutationTransaction(batches.openStore(), batches.registry, creationTime);
    this.begun = { task, transaction };
    const succeed = (value: T): void => {
      if (batches.needsConnection) return this.runLater(task, transaction);
      const ts = clock.commit(transaction.creationTime);
      transaction.resolveCommitTs(ts);
      seal?.(value, ts, transaction);
      transaction.keep();
      const { writes, afterCommit, registry } = transaction;
      batches.add({ task, commit: { ts, writes }, acknowledge: () => resolve(value), afterCommit }, registry);
    };
    const fail = (error: unknown): void => {
      if (batches.needsConnection) return this.runLater(task, transaction);
      if (error instanceof DatabaseUnavailable) batches.recordFailure();
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

  /** Runs a mutation again that could not move to the connection. It is undone also if it has caught the error. */
  private runLater(task: Task, transaction: MutationTransaction): void {
    transaction.undoAll();
    this.queue.unshift(task);
  }

  /** Undoes one mutation. If a full disk has already ended the whole transaction, the batch fails. */
  private undo(transaction: MutationTransaction, cause: unknown): void {
    try {
      transaction.undoAll();
    } catch {
      this.batches.abandon(asError(cause));
    }
  }
}

function allIndexes({ indexes, searchIndexes }: Table): (Index | SearchIndex)[] {
  return [...indexes, ...searchIndexes];
}
