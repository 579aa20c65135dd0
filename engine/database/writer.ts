// Runs mutations one after another and makes them durable in groups: all that are ready together share one commit,
// and none is answered before that commit has reached the disk.
import type { Connection, Statement } from "../persistence/connection";
import type { Clock } from "./clock";
import type { Commit, ReadSet, WriteLog } from "./readSet";
import type { Registry } from "./registry";
import { RowReader, RowWriter } from "./rows";
import { newSeed } from "./seeds";
import { MutationTransaction } from "./transaction";

export interface TransactionStart {
  seed: Uint8Array;
  /** Epoch milliseconds: the frozen clock of what runs in it. */
  now: number;
  /** Nanoseconds since 1970 of the last commit that it sees. */
  snapshotTs: bigint;
}

interface Task {
  run(): Promise<void>;
  refuse(error: Error): void;
}

interface Finished {
  acknowledge(): void;
  fail(error: Error): void;
  afterCommit: readonly (() => void)[];
}

/** Mutations of one batch at the most: bounds how long the first of them waits. */
const largestBatch = 256;

export class Writer {
  private readonly rows: RowReader;
  private readonly rowWriter: RowWriter;
  private readonly statements: Record<"begin" | "commit" | "savepoint" | "release", Statement<never>>;
  private readonly queue: Task[] = [];
  private isRunning = false;
  private round: Promise<void> = Promise.resolve();
  private batchIsOpen = false;
  private finished: Finished[] = [];
  private commits: Commit[] = [];
  private committed: Registry;

  constructor(
    private readonly connection: Connection,
    private current: Registry,
    private readonly clock: Clock,
    private readonly log: WriteLog,
    private readonly publish: (registry: Registry) => void,
  ) {
    this.committed = current;
    this.rows = new RowReader(connection);
    this.rowWriter = new RowWriter(connection);
    this.statements = {
      begin: connection.prepare("BEGIN IMMEDIATE"),
      commit: connection.prepare("COMMIT"),
      savepoint: connection.prepare("SAVEPOINT mutation"),
      release: connection.prepare("RELEASE mutation"),
    };
  }

  /** Runs `body` in a transaction of its own; what it throws undoes it. Resolves once the commit is durable. */
  mutate<T>(body: (transaction: MutationTransaction, start: TransactionStart) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ run: () => this.runOne(body, resolve, reject), refuse: reject });
      if (!this.isRunning) this.round = this.runAll();
    });
  }

  /** Resolves when everything that was asked for is committed or refused. */
  async idle(): Promise<void> {
    while (this.isRunning) await this.round;
  }

  /** As the write log's, and what the open batch has written as well. */
  changedSince(ts: bigint, reads: ReadSet): boolean {
    return this.log.changedSince(ts, reads) || this.commits.some((commit) => reads.touchedBy(commit.writes));
  }

  private async runAll(): Promise<void> {
    this.isRunning = true;
    for (;;) {
      const task = this.queue.shift();
      if (task !== undefined) {
        if (this.openBatch(task)) await task.run();
      } else {
        // Requests that have already arrived are handled in this turn of the event loop and join the batch.
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      const isIdle = task === undefined && this.queue.length === 0;
      if (isIdle || this.finished.length >= largestBatch) this.commitBatch();
      if (isIdle && this.queue.length === 0) break;
    }
    this.isRunning = false;
  }

  private openBatch(task: Task): boolean {
    if (this.batchIsOpen) return true;
    try {
      this.statements.begin.run();
      this.batchIsOpen = true;
      return true;
    } catch (error) {
      task.refuse(asError(error));
      return false;
    }
  }

  private async runOne<T>(
    body: (transaction: MutationTransaction, start: TransactionStart) => Promise<T>,
    resolve: (value: T) => void,
    reject: (error: Error) => void,
  ): Promise<void> {
    const { now, creationTime } = this.clock.startOfMutation();
    const start = { seed: newSeed(), now, snapshotTs: this.clock.lastTs };
    const { connection, rows, rowWriter, current } = this;
    const transaction = new MutationTransaction(connection, rows, rowWriter, current, creationTime);
    try {
      this.statements.savepoint.run();
      const value = await body(transaction, start);
      this.statements.release.run();
      this.current = transaction.registry;
      this.commits.push({ ts: this.clock.commit(transaction.creationTime), writes: transaction.writes });
      this.finished.push({ acknowledge: () => resolve(value), fail: reject, afterCommit: transaction.afterCommit });
    } catch (error) {
      this.undo(error);
      reject(asError(error));
    }
  }

  /** Rolls one mutation back. A full disk may already have ended the whole transaction; then the batch fails. */
  private undo(cause: unknown): void {
    try {
      this.connection.exec("ROLLBACK TO mutation; RELEASE mutation");
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
    this.publish(this.current);
    for (const mutation of finished) {
      mutation.acknowledge();
      for (const hook of mutation.afterCommit) hook();
    }
  }

  private abandonBatch(error: Error): void {
    const { finished } = this;
    this.finished = [];
    this.commits = [];
    this.batchIsOpen = false;
    try {
      this.connection.exec("ROLLBACK");
    } catch {
      // SQLite has rolled back by itself.
    }
    this.current = this.committed;
    for (const mutation of finished) mutation.fail(error);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
