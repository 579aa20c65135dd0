// The database of a deployment: snapshots for queries, one writer for mutations.
import { loadRegistry } from "./tables";
import type { Registry } from "./registry";
import { WriteLog } from "./readSet";
import { Clock } from "./clock";
import { usualLogBounds, type LogBounds } from "./logBounds";
import { LogKeeper } from "./logKeeper";
import { convexRetries, convexRetriesOfJobs, Flights, OptimisticMutations, type Conflict } from "./optimistic";
import { QueryTransaction } from "./transaction";
import { SnapshotPool, type Snapshot } from "./snapshots";
import { Watches } from "./watches";
import { Writer, type Mutations } from "./writer";
import { openDatabaseFile } from "../persistence/layout";
import { Connection } from "../persistence/connection";
import { DatabaseUnavailable } from "../value/databaseUnavailable";

/** One snapshot for several queries. */
export interface HeldSnapshot {
  readonly ts: bigint;
  query<T>(run: (transaction: QueryTransaction, snapshot: Snapshot) => Promise<T>): Promise<T>;
  release(): void;
}

/** `optimistic`: mutations of functions conflict as on Convex. For tests. */
export type Concurrency = "serial" | "optimistic";

interface DatabaseOptions {
  logBounds?: LogBounds;
  /** Left out: `serial`. */
  concurrency?: Concurrency | undefined;
  /** Receives what an operator should know. */
  note?: (message: string) => void;
}

const noNotes = (): void => undefined;

export class Database {
  /** For what the engine itself writes. */
  readonly writer: Writer;
  /** For functions that somebody has called, and for those that the clock calls. */
  readonly mutations: Mutations;
  readonly jobMutations: Mutations;
  readonly writeLog: WriteLog;
  readonly watches: Watches;
  private readonly connection: Connection;
  private readonly snapshots: SnapshotPool;
  private readonly logKeeper: LogKeeper;

  private onConflict: (conflict: Conflict) => void = () => undefined;

  constructor(
    file: string,
    now: () => number,
    { logBounds = usualLogBounds, note = noNotes, concurrency = "serial" }: DatabaseOptions = {},
  ) {
    this.connection = openDatabaseFile(file);
    const clock = new Clock(this.connection, now);
    this.writeLog = new WriteLog(clock.lastTs);
    this.watches = new Watches(this.writeLog);
    const registry = loadRegistry(this.connection);
    this.snapshots = new SnapshotPool(() => new Connection(file, { readOnly: true }), registry, clock.lastTs);
    this.logKeeper = new LogKeeper(`${file}-wal`, new Connection(file), this.snapshots, logBounds, note);
    this.writer = new Writer(this.connection, registry, clock, this.writeLog, {
      publish: (published, commits) => {
        this.snapshots.advance(published, clock.lastTs);
        this.watches.committed(commits);
      },
      betweenBatches: () => this.logKeeper.afterCommit(),
    });
    const flights = new Flights();
    const optimistic = (retries: typeof convexRetries) =>
      new OptimisticMutations(this.writer, flights, retries, (conflict) => this.onConflict(conflict));
    this.mutations = concurrency === "serial" ? this.writer : optimistic(convexRetries);
    this.jobMutations = concurrency === "serial" ? this.writer : optimistic(convexRetriesOfJobs);
  }

  /** Tells of every conflict of two mutations; there is none where they run one after another. */
  watchConflicts(onConflict: (conflict: Conflict) => void): void {
    this.onConflict = onConflict;
  }

  /** The tables as the last commit left them. */
  get registry(): Registry {
    return this.snapshots.registry;
  }

  /** The last commit that queries can see. */
  get committedTs(): bigint {
    return this.snapshots.ts;
  }

  /** Runs a query on one snapshot of what is committed. It is given a minute: see logBounds.ts. */
  async query<T>(run: (transaction: QueryTransaction, snapshot: Snapshot) => Promise<T>): Promise<T> {
    return await queryAndRelease(this.hold(), run);
  }

  /** As `query`, for as long as it takes: for what reads all there is. */
  async queryAtLength<T>(run: (transaction: QueryTransaction, snapshot: Snapshot) => Promise<T>): Promise<T> {
    return await queryAndRelease(this.holdSnapshot({ isLong: true }), run);
  }

  /** What is committed now, for a minute at most; then its queries throw DatabaseUnavailable. */
  hold(): HeldSnapshot {
    return this.holdSnapshot({ isLong: false });
  }

  private holdSnapshot(kind: { isLong: boolean }): HeldSnapshot {
    const snapshot = this.snapshots.acquire(kind);
    return {
      ts: snapshot.ts,
      query: (run) => run(new QueryTransaction(snapshot.rows, snapshot.registry), snapshot),
      release: () => this.snapshots.release(snapshot),
    };
  }

  /** A statement's rows as of the last commit, whatever the writer is about to commit. */
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

  /** A statement's rows outside any function's transaction, with what the writer is about to commit. */
  readRows<Row extends readonly (string | number | null)[]>(sql: string, ...parameters: (string | number)[]): Row[] {
    return this.connection.prepare<Row>(sql).all(...parameters);
  }

  /** Facts of the deployment that are set once, before it serves. */
  setMeta(key: string, value: string): void {
    this.connection.prepare("INSERT INTO meta VALUES (?, ?)").run(key, value);
  }

  /** Mutations that have been asked for are committed first. */
  async close(): Promise<void> {
    await this.writer.idle();
    this.logKeeper.close();
    this.snapshots.close();
    try {
      this.connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (error) {
      // On a full disk there may be no room for it. Then the next start has more to read, and no less.
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
    this.connection.close();
  }
}

async function queryAndRelease<T>(
  held: HeldSnapshot,
  run: (transaction: QueryTransaction, snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  try {
    return await held.query(run);
  } finally {
    held.release();
  }
}
