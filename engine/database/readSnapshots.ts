// Read transactions for queries. Queries that begin between two commits share one. A query that is still running at
// the next commit keeps its transaction, so it never sees two states of the database.
import { memoryLimits } from "../memoryLimits";
import type { Connection, Statement } from "../persistence/connection";
import { DatabaseUnavailable } from "../value/databaseUnavailable";
import type { Registry } from "./registry";
import { RowReader } from "./rows";

export interface Snapshot {
  readonly rows: RowReader;
  readonly registry: Registry;
  readonly ts: bigint;
  /** Returns the rows of a statement on this snapshot, for the engine's own tables. */
  readRows<Row extends readonly (string | number | null)[]>(sql: string, ...parameters: (string | number)[]): Row[];
  /** Returns the size of the whole database. */
  bytes(): number;
}

interface Reader extends Snapshot {
  connection: Connection;
  begin: Statement<never>;
  end: Statement<never>;
  rows: RowReader;
  registry: Registry;
  ts: bigint;
  users: number;
  /** The time of opening, as `performance.now()` measures it. */
  openedAt: number;
  /** True if one of the snapshot's users reads without a time limit. */
  isLong: boolean;
  isExpired: boolean;
}

/**
 * At most this many idle readers stay open. A closed one keeps its descriptors and its memory until the garbage of its
 * statements is collected, so closing one and opening another again and again costs more than keeping it.
 */
const idleReaders = 3;
/** Of these, so many keep the pages that they have read. */
const idleReadersWithPages = 2;

export class SnapshotPool {
  private current: Reader | null = null;
  private idle: Reader[] = [];
  private readonly readers = new Map<Snapshot, Reader>();
  /** The current reader is kept for those who come later, because the file is about to change. */
  private isFrozen = false;

  constructor(
    private readonly connect: () => Connection,
    public registry: Registry,
    public ts: bigint,
  ) {}

  /** From now on, new queries see the state of this commit. */
  advance(registry: Registry, ts: bigint): void {
    this.registry = registry;
    this.ts = ts;
    this.unfreezeCurrent();
    this.renew();
  }

  /** From now on, readers get the present state of the file, whatever another thread commits. */
  freezeCurrent(): void {
    this.current ??= this.open();
    this.isFrozen = true;
  }

  unfreezeCurrent(): void {
    this.isFrozen = false;
  }

  /** From now on, new readers get a new snapshot and do not share one with earlier readers. */
  renew(): void {
    if (this.isFrozen) return;
    const previous = this.current;
    this.current = null;
    if (previous !== null && previous.users === 0) this.retire(previous);
  }

  acquire({ isLong }: { isLong: boolean }): Snapshot {
    this.current ??= this.open();
    this.current.users++;
    this.current.isLong ||= isLong;
    return this.current;
  }

  hasReaders(): boolean {
    return [...this.readers.values()].some((reader) => !reader.isExpired);
  }

  hasLongReads(): boolean {
    return [...this.readers.values()].some((reader) => reader.isLong && !reader.isExpired);
  }

  /** Ends snapshots that have been held for longer than `heldForMs`. A later read on one throws DatabaseUnavailable. */
  expire({ heldForMs, longReadsToo }: { heldForMs: number; longReadsToo: boolean }): void {
    const before = performance.now() - heldForMs;
    for (const reader of this.readers.values()) {
      if (reader === this.current || reader.isExpired || reader.openedAt > before) continue;
      if (reader.isLong && !longReadsToo) continue;
      reader.end.run();
      reader.connection.failAll(new DatabaseUnavailable("SnapshotExpired"));
      reader.isExpired = true;
    }
  }

  release(snapshot: Snapshot): void {
    const reader = this.readers.get(snapshot);
    if (reader === undefined) throw new Error("released a snapshot that is not held");
    reader.users--;
    if (reader.users === 0 && reader !== this.current) this.retire(reader);
  }

  close(): void {
    // Without this, a connection that is closed during a read would hold its snapshot until its statements are
    // garbage-collected.
    for (const reader of this.readers.values()) if (!reader.isExpired) reader.end.run();
    for (const reader of [...this.readers.values(), ...this.idle]) reader.connection.close();
  }

  private open(): Reader {
    const reader = this.idle.pop() ?? this.connectReader();
    reader.registry = this.registry;
    reader.ts = this.ts;
    reader.openedAt = performance.now();
    reader.isLong = false;
    try {
      reader.begin.run();
      // SQLite takes the snapshot at the first read. That must happen now, and not at the first read of a query.
      reader.rows.touch();
    } catch (error) {
      reader.connection.close();
      throw error;
    }
    this.readers.set(reader, reader);
    return reader;
  }

  private retire(reader: Reader): void {
    this.readers.delete(reader);
    if (!reader.isExpired) reader.end.run();
    if (reader.isExpired || this.idle.length >= idleReaders) return reader.connection.close();
    if (this.idle.length >= idleReadersWithPages) reader.connection.exec("PRAGMA shrink_memory");
    this.idle.push(reader);
  }

  private connectReader(): Reader {
    const connection = this.connect();
    connection.exec(`PRAGMA cache_size = ${-memoryLimits.readerPages / 1024}; PRAGMA temp_store = MEMORY;`);
    const pragma = (name: string) => connection.prepare<[number]>(`PRAGMA ${name}`).get()?.[0] ?? 0;
    return {
      connection,
      begin: connection.prepare("BEGIN"),
      end: connection.prepare("COMMIT"),
      rows: new RowReader(connection),
      registry: this.registry,
      ts: this.ts,
      users: 0,
      openedAt: 0,
      isLong: false,
      isExpired: false,
      readRows: <Row extends readonly (string | number | null)[]>(sql: string, ...parameters: (string | number)[]) =>
        connection.prepare<Row>(sql).all(...parameters),
      bytes: () => pragma("page_count") * pragma("page_size"),
    };
  }
}
