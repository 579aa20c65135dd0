// The database of a deployment: snapshots for queries, one writer for mutations.
import { loadRegistry } from "./tables";
import type { Registry } from "./registry";
import { WriteLog } from "./readSet";
import { Clock } from "./clock";
import { QueryTransaction } from "./transaction";
import { SnapshotPool, type Snapshot } from "./snapshots";
import { Watches } from "./watches";
import { Writer } from "./writer";
import { openDatabaseFile } from "../persistence/layout";
import { Connection } from "../persistence/connection";

/** One snapshot for several queries. */
export interface HeldSnapshot {
  readonly ts: bigint;
  query<T>(run: (transaction: QueryTransaction, snapshot: Snapshot) => Promise<T>): Promise<T>;
  release(): void;
}

export class Database {
  readonly writer: Writer;
  readonly writeLog: WriteLog;
  readonly watches: Watches;
  private readonly connection: Connection;
  private readonly snapshots: SnapshotPool;

  constructor(file: string, now: () => number) {
    this.connection = openDatabaseFile(file);
    const clock = new Clock(this.connection, now);
    this.writeLog = new WriteLog(clock.lastTs);
    this.watches = new Watches(this.writeLog);
    const registry = loadRegistry(this.connection);
    this.snapshots = new SnapshotPool(() => new Connection(file, { readOnly: true }), registry, clock.lastTs);
    this.writer = new Writer(this.connection, registry, clock, this.writeLog, (published, commits) => {
      this.snapshots.advance(published, clock.lastTs);
      this.watches.committed(commits);
    });
  }

  /** The tables as the last commit left them. */
  get registry(): Registry {
    return this.snapshots.registry;
  }

  /** The last commit that queries can see. */
  get committedTs(): bigint {
    return this.snapshots.ts;
  }

  /** Runs a query on one snapshot of what is committed, however long it takes. */
  async query<T>(run: (transaction: QueryTransaction, snapshot: Snapshot) => Promise<T>): Promise<T> {
    const held = this.hold();
    try {
      return await held.query(run);
    } finally {
      held.release();
    }
  }

  /** What is committed now, for as long as the caller needs it. */
  hold(): HeldSnapshot {
    const snapshot = this.snapshots.acquire();
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
    const snapshot = this.snapshots.acquire();
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
    this.snapshots.close();
    // The last checkpoint; without it the next start would only have more to read.
    this.connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    this.connection.close();
  }
}
