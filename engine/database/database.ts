// The database of a deployment: snapshots for queries, and one writer for mutations.
import { statSync } from "node:fs";
import { announceLongWork } from "../loop/heartbeat";
import { loadRegistry } from "./tables";
import type { Registry } from "./registry";
import { WriteLog } from "./readSet";
import { Clock } from "./clock";
import { defaultWalLimits, type WalLimits } from "./walLimits";
import { WalKeeper } from "./walKeeper";
import {
  convexRetries,
  convexRetriesOfJobs,
  MutationSlots,
  OptimisticMutations,
  type Conflict,
} from "./optimisticMutations";
import { QueryTransaction } from "./transaction";
import { SnapshotPool, type Snapshot } from "./readSnapshots";
import { Watches } from "./watches";
import type { CommitMode } from "./batches";
import type { Mutations } from "./mutations";
import { Writer } from "./writer";
import { openDatabaseFile } from "../persistence/databaseFormat";
import { Connection } from "../persistence/connection";
import { DatabaseUnavailable } from "../value/databaseUnavailable";

/** A snapshot that several queries share. */
export interface PinnedSnapshot {
  readonly ts: bigint;
  query<T>(run: (transaction: QueryTransaction, snapshot: Snapshot) => Promise<T>): Promise<T>;
  release(): void;
}

/**
 * How mutations of functions run together. With `optimistic` they conflict as they do on Convex, which is for tests.
 */
export type Concurrency = "serial" | "optimistic";

interface DatabaseOptions {
  walLimits?: WalLimits;
  /** How mutations run together. The default is `serial`. */
  concurrency?: Concurrency | undefined;
  /** Where mutations are committed. The default is a thread of its own, as soon as there is much to do for it. */
  committing?: CommitMode | undefined;
  /** Receives messages for the operator. */
  warn?: (message: string) => void;
}

const ignoreWarning = (): void => undefined;

export class Database {
  /** The writer that the engine uses for its own data. */
  readonly writer: Writer;
  /** Runs mutations that a caller has requested. `jobMutations` runs those that the schedule starts. */
  readonly mutations: Mutations;
  readonly jobMutations: Mutations;
  readonly writeLog: WriteLog;
  readonly watches: Watches;
  private readonly connection: Connection;
  private readonly snapshots: SnapshotPool;
  private readonly walKeeper: WalKeeper;

  private onConflict: (conflict: Conflict) => void = () => undefined;

  constructor(
    private readonly file: string,
    now: () => number,
    {
      walLimits = defaultWalLimits,
      warn = ignoreWarning,
      concurrency = "serial",
      committing = "in a thread when busy",
    }: DatabaseOptions = {},
  ) {
    this.connection = openDatabaseFile(file);
    const clock = new Clock(this.connection, now);
    this.writeLog = new WriteLog(clock.lastTs);
    this.watches = new Watches(this.writeLog);
    const registry = loadRegistry(this.connection);
    this.snapshots = new SnapshotPool(() => new Connection(file, { readOnly: true }), registry, clock.lastTs);
    const walFile = `${file}-wal`;
    const releaseWriter = () => this.writer.releaseFile();
    this.walKeeper = new WalKeeper(walFile, new Connection(file), this.snapshots, walLimits, warn, releaseWriter);
    this.writer = new Writer({
      connection: this.connection,
      file,
      registry,
      clock,
      log: this.writeLog,
      snapshots: this.snapshots,
      // Optimistic mutations look at the open batch, and are undone half of the time.
      committing: concurrency === "serial" ? committing : "here",
      publish: (published, commits) => {
        this.snapshots.advance(published, commits.at(-1)?.ts ?? this.snapshots.ts);
        this.watches.notifyReaders(commits);
      },
      betweenBatches: () => this.walKeeper.afterCommit(),
    });
    const flights = new MutationSlots();
    const optimistic = (retries: typeof convexRetries) =>
      new OptimisticMutations(this.writer, flights, retries, (conflict) => this.onConflict(conflict));
    this.mutations = concurrency === "serial" ? this.writer : optimistic(convexRetries);
    this.jobMutations = concurrency === "serial" ? this.writer : optimistic(convexRetriesOfJobs);
  }

  /** Calls `onConflict` for every conflict of two mutations. With `serial` there are no conflicts. */
  watchConflicts(onConflict: (conflict: Conflict) => void): void {
    this.onConflict = onConflict;
  }

  /** The sizes of the file and of its log, in bytes. */
  sizes(): { fileBytes: number; logBytes: number } {
    const bytes = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    return { fileBytes: bytes(this.file), logBytes: bytes(`${this.file}-wal`) };
  }

  /** The tables and indexes as of the last commit. */
  get registry(): Registry {
    return this.snapshots.registry;
  }

  /** The timestamp of the last commit that queries can see. */
  get committedTs(): bigint {
    return this.snapshots.ts;
  }

  /** Runs a query on one snapshot of the committed data. The query may take a minute; see walLimits.ts. */
  async query<T>(run: (transaction: QueryTransaction, snapshot: Snapshot) => Promise<T>): Promise<T> {
    return await queryAndRelease(this.pinSnapshot(), run);
  }

  /** Runs a query on one snapshot, like `query`, but without the limit of a minute. It is for reads of all data. */
  async longQuery<T>(run: (transaction: QueryTransaction, snapshot: Snapshot) => Promise<T>): Promise<T> {
    return await queryAndRelease(this.acquireSnapshot({ isLong: true }), run);
  }

  /** Holds a snapshot of the committed data for at most a minute. After that its queries throw DatabaseUnavailable. */
  pinSnapshot(): PinnedSnapshot {
    return this.acquireSnapshot({ isLong: false });
  }

  private acquireSnapshot(kind: { isLong: boolean }): PinnedSnapshot {
    const snapshot = this.snapshots.acquire(kind);
    return {
      ts: snapshot.ts,
      query: (run) => run(new QueryTransaction(snapshot.rows, snapshot.registry), snapshot),
      release: () => this.snapshots.release(snapshot),
    };
  }

  /** Returns the rows of a statement as of the last commit. The open batch of the writer is not included. */
  readCommittedRows<Row extends readonly (string | number | null)[]>(
    sql: string,
    ...parameters: (string | number)[]
  ): Row[] {
    const snapshot = this.snapshots.acquire({ isLong: false });
    try {
      return snapshot.readRows<Row>(sql, ...parameters);
    } finally {
      this.snapshots.release(snapshot);
    }
  }

  /** Returns the rows of a statement outside any function's transaction. The open batch of the writer is included. */
  readRows<Row extends readonly (string | number | null)[]>(sql: string, ...parameters: (string | number)[]): Row[] {
    return this.connection.prepare<Row>(sql).all(...parameters);
  }

  /** Stores a fact about the deployment that is set once, before the deployment serves. */
  setMeta(key: string, value: string): void {
    this.connection.prepare("INSERT INTO meta VALUES (?, ?)").run(key, value);
  }

  /** Closes the database after all requested mutations are committed. */
  async close(): Promise<void> {
    await this.writer.close();
    this.walKeeper.close();
    this.snapshots.close();
    announceLongWork();
    try {
      this.connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (error) {
      // On a full disk there may be no room for the checkpoint. Then the next start reads a longer log, but no data
      // is lost.
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
    this.connection.close();
  }
}

async function queryAndRelease<T>(
  held: PinnedSnapshot,
  run: (transaction: QueryTransaction, snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  try {
    return await held.query(run);
  } finally {
    held.release();
  }
}
