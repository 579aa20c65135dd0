// The open batch of mutations: where it is, and what becomes of it. On the connection it is a SQLite transaction that
// is committed here. A pending batch is sent to another thread, and the next one opens while it is on its way
// (pendingBatches.ts). No caller is answered before the commit is on the disk.
import { memoryLimits } from "../memoryLimits";
import type { Connection, Statement } from "../persistence/connection";
import { DatabaseUnavailable } from "../value/databaseUnavailable";
import type { Clock } from "./clock";
import { PendingBatches } from "./pendingBatches";
import { ConnectionStore, type ConnectionParts, type MutationStore } from "./mutationStore";
import type { Commit, WriteLog } from "./readSet";
import type { Registry } from "./registry";
import { RowNumbers, RowReader, RowWriter } from "./rows";
import type { SnapshotPool } from "./readSnapshots";

/** Where batches are committed: here, on the writer's connection, or in a thread of its own. */
export type CommitMode = "here" | "in a thread" | "in a thread when busy";

/** A mutation that is waiting, running, or done and not yet durable. */
export interface Task {
  /** Starts the task. Returns null if the task finished at once. */
  run(): Promise<void> | null;
  reject(error: Error): void;
}

export interface FinishedMutation {
  task: Task;
  commit: Commit;
  acknowledge(): void;
  afterCommit: readonly (() => void)[];
}

export interface BatchesOptions {
  connection: Connection;
  file: string;
  registry: Registry;
  clock: Clock;
  log: WriteLog;
  snapshots: SnapshotPool;
  committing: CommitMode;
  /** Makes the commits visible to queries. It is called before any caller gets an answer. */
  publish(registry: Registry, commits: readonly Commit[]): void;
}

/** What is durable together, or will be. */
interface Batch {
  finished: FinishedMutation[];
  registry: Registry;
}

/** The largest number of mutations in one batch. It bounds how long the first of them waits. */
const maxBatch = 256;
/**
 * A batch that has written this many index keys ends too. It bounds what a batch of large mutations holds in memory,
 * and how long it keeps everything else waiting. An ordinary mutation writes about twenty.
 */
const maxKeysInBatch = 10_000;

/** After so many commits here, a process is busy enough for a thread that commits. */
const commitsUntilBusy = 100;

export class Batches {
  /** The tables and indexes as the next mutation sees them. */
  registry: Registry;
  private committed: Registry;
  /** Where the open batch is. null: no batch is open. */
  private openAt: MutationStore["kind"] | null = null;
  private finished: FinishedMutation[] = [];
  private keys = 0;
  private commitsHere = 0;
  private readonly connectionParts: ConnectionParts;
  private readonly statements: Record<"begin" | "commit", Statement<never>>;
  private readonly storeTime: () => void;
  private pending: PendingBatches | null = null;
  private storePendingTime: () => void = () => undefined;
  /** The position of the open batch among the pending writes. */
  private pendingFrom = 0;
  /** The batch that is on its way to the file. */
  private sent: Batch | null = null;
  /** What has become of it, when that is known: null means that it is in the file. */
  private outcome: { failure: Error | null } | null = null;
  private isMoving = false;
  /**
   * A mutation could not move to the connection, because another process holds the lock. So the next batch begins
   * there, and the mutation runs again in it.
   */
  needsConnection = false;
  private lastFailed = false;
  /** Since the start of the process. */
  readonly counts = { commits: 0, mutations: 0, failures: 0 };

  constructor(
    private readonly parts: BatchesOptions,
    /** Called when the outcome of the batch on its way is known. */
    private readonly onOutcome: () => void,
  ) {
    const { connection, registry, clock } = parts;
    this.registry = registry;
    this.committed = registry;
    const numbers = new RowNumbers(connection);
    this.connectionParts = {
      connection,
      numbers,
      rows: new RowReader(connection),
      rowWriter: new RowWriter(connection),
    };
    this.statements = {
      begin: connection.prepare("BEGIN IMMEDIATE"),
      commit: connection.prepare("COMMIT"),
    };
    this.storeTime = clock.timeWriter(connection);
    if (parts.committing === "in a thread") this.startThread();
  }

  get isOpen(): boolean {
    return this.openAt !== null;
  }

  get isFull(): boolean {
    if (this.openAt === "pending" && (this.needsConnection || this.pending?.isFull === true)) return true;
    return this.finished.length >= maxBatch || this.keys >= maxKeysInBatch;
  }

  /** Whether mutations are done whose callers have no answer yet. */
  get hasUnanswered(): boolean {
    return this.finished.length > 0 || this.sent !== null;
  }

  /** Whether a batch is on its way to the file and nothing is known of it yet. */
  get isCommitting(): boolean {
    return this.sent !== null && this.outcome === null;
  }

  /** Whether a write has failed since the last commit. */
  get hasFailed(): boolean {
    return this.lastFailed;
  }

  /** The commits of the open batch, oldest first. */
  get openCommits(): Commit[] {
    return this.finished.map(({ commit }) => commit);
  }

  open(): void {
    if (this.pending?.canTakeBatch === true && !this.needsConnection) {
      this.openAt = "pending";
    } else {
      this.statements.begin.run();
      this.openAt = "connection";
      this.needsConnection = false;
    }
    this.pendingFrom = this.pending?.end ?? 0;
  }

  /** Where the next mutation of the open batch reads and writes. */
  openStore(): MutationStore {
    if (this.openAt === "pending" && this.pending !== null) return this.pending.openStore();
    return new ConnectionStore(this.connectionParts);
  }

  add(finished: FinishedMutation, registry: Registry): void {
    this.finished.push(finished);
    this.keys += finished.commit.writes.length;
    this.registry = registry;
  }

  /** Commits the open batch if it is on the connection. `send` does it if it is pending. */
  commit(): void {
    if (this.openAt !== "connection") return;
    try {
      if (this.finished.length > 0) this.storeTime();
      this.statements.commit.run();
    } catch (error) {
      return this.abandon(asError(error));
    }
    this.pending?.forgetAll();
    this.publish(this.closeBatch());
    const { committing } = this.parts;
    if (++this.commitsHere === commitsUntilBusy && committing === "in a thread when busy") this.startThread();
  }

  /** Sends the open batch if it is pending. None may be on its way. */
  send(): void {
    if (this.openAt !== "pending") return;
    const batch = this.closeBatch();
    if (batch.finished.length === 0) return;
    this.sent = batch;
    this.storePendingTime();
    this.pending?.send();
  }

  /** Answers the callers of the batch on its way, when its outcome is known. If it failed, the open batch fails too. */
  settle(): void {
    const { sent, outcome } = this;
    if (sent === null || outcome === null) return;
    this.sent = null;
    this.outcome = null;
    if (outcome.failure === null) {
      this.pending?.committed();
      this.publish(sent);
    } else {
      this.finished.unshift(...sent.finished);
      this.pending?.failed();
      this.abandon(outcome.failure);
    }
  }

  /** Undoes the open batch and refuses its mutations. */
  abandon(error: Error): void {
    this.recordFailure();
    const tasks = this.undo();
    this.pending?.forgetAll();
    for (const task of tasks) task.reject(error);
  }

  recordFailure(): void {
    this.counts.failures += 1;
    this.lastFailed = true;
  }

  /** Undoes the open batch and returns its mutations. */
  undo(): Task[] {
    const tasks = this.finished.map(({ task }) => task);
    const { openAt } = this;
    this.clear();
    this.registry = this.committed;
    this.pending?.undoFrom(this.pendingFrom);
    if (openAt === "connection") this.rollBack();
    return tasks;
  }

  /** Resolves when the thread that commits can begin. Without one it resolves at once. */
  async threadIsReady(): Promise<void> {
    await this.pending?.ready;
  }

  /** Lets go of the state that mutations read from the file, so that its log can be emptied. */
  releaseFile(): void {
    if (this.pending?.isBusy === false) this.pending.releaseFile();
  }

  async end(): Promise<void> {
    await this.pending?.close();
  }

  /** Ends the open batch, which is durable or is now on its way. */
  private closeBatch(): Batch {
    const batch = { finished: this.finished, registry: this.registry };
    this.clear();
    this.committed = this.registry;
    return batch;
  }

  private clear(): void {
    this.openAt = null;
    this.finished = [];
    this.keys = 0;
  }

  private rollBack(): void {
    try {
      this.connectionParts.connection.exec("ROLLBACK");
    } catch {
      // SQLite has already rolled back by itself.
    }
  }

  private publish({ finished, registry }: Batch): void {
    if (finished.length > 0) {
      this.lastFailed = false;
      this.counts.commits += 1;
      this.counts.mutations += finished.length;
    }
    const commits = finished.map(({ commit }) => commit);
    for (const commit of commits) this.parts.log.append(commit);
    this.parts.publish(registry, commits);
    for (const mutation of finished) {
      mutation.acknowledge();
      for (const hook of mutation.afterCommit) callHook(hook);
    }
  }

  private startThread(): void {
    const { connection, file, snapshots, clock } = this.parts;
    // The thread's connection reads and writes what this one did until now.
    connection.exec(`PRAGMA cache_size = ${-memoryLimits.idleWriterPages / 1024}; PRAGMA shrink_memory;`);
    const { numbers } = this.connectionParts;
    this.pending = new PendingBatches({
      file,
      snapshots,
      numbers,
      onOutcome: (failure) => this.outcomeKnown(failure),
      moveToConnection: (until) => this.moveToConnection(until),
    });
    this.storePendingTime = clock.timeWriter(this.pending.buffer);
  }

  private outcomeKnown(failure: Error | null): void {
    this.outcome = { failure };
    // While a function is running nothing may end. Failures also wait, because the open batch builds on what is lost.
    if (!this.isMoving && failure === null) this.settle();
    this.onOutcome();
  }

  /** Opens a transaction that has what the open batch has written until now. From here on the batch continues in it. */
  private moveToConnection(until: number): ConnectionParts {
    const { pending } = this;
    if (pending === null || this.openAt !== "pending") return this.connectionParts;
    this.isMoving = true;
    try {
      if (this.isCommitting) pending.waitForOutcome();
      if (this.outcome?.failure) throw this.outcome.failure;
      this.statements.begin.run();
    } catch (error) {
      this.needsConnection = isLocked(error);
      throw error;
    } finally {
      this.isMoving = false;
    }
    this.openAt = "connection";
    pending.writeTo(this.connectionParts.rowWriter, until);
    return this.connectionParts;
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

export function isLocked(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.code === "DatabaseLocked";
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
