// The tables of the database file. The row `format` of `meta` is the number of the layout: 0.1.0 wrote number 1.
// Opening a file with an older layout upgrades it in one transaction; a file with a newer layout is refused.
import fs from "node:fs";
import { memoryLimits } from "../memoryLimits";
import { Connection } from "./connection";
import { DataDirectoryError } from "./dataDirectory";
import { findWalDamage } from "./walDamage";

const layout = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  -- The tables of the app and of its components. The path of a component is empty for the app itself. The number of a
  -- table is unique within its component and is part of every id of the table.
  CREATE TABLE tables (id INTEGER PRIMARY KEY, component TEXT NOT NULL, name TEXT NOT NULL, number INTEGER NOT NULL,
    document_type TEXT, UNIQUE (component, name), UNIQUE (component, number));
  CREATE TABLE indexes (id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, name TEXT NOT NULL, fields TEXT NOT NULL,
    UNIQUE (table_id, name));

  -- id_key is the index key of the document's id, so the index of this SQL table serves as by_id.
  CREATE TABLE documents (row INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, id_key BLOB NOT NULL,
    size INTEGER NOT NULL, value TEXT NOT NULL, UNIQUE (table_id, id_key));
  CREATE TABLE index_entries (index_id INTEGER NOT NULL, key BLOB NOT NULL, row INTEGER NOT NULL,
    PRIMARY KEY (index_id, key)) WITHOUT ROWID;

  -- One row that describes the deployed code. A push replaces it.
  CREATE TABLE push (id INTEGER PRIMARY KEY, manifest TEXT NOT NULL);
  -- The modules of each definition. The definition is empty for the app itself; a component may be mounted many times.
  CREATE TABLE modules (definition TEXT NOT NULL, path TEXT NOT NULL, environment TEXT NOT NULL, source TEXT NOT NULL,
    source_map TEXT, code TEXT NOT NULL, map TEXT, PRIMARY KEY (definition, path)) WITHOUT ROWID;
  -- Values are encrypted: application/deployment/environmentCipher.ts.
  CREATE TABLE environment (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  -- Every pending or running job; its document in _scheduled_functions describes it. A job that is marked as running
  -- when the process starts was interrupted by a crash. component is where the document is, target is the component of
  -- the function, and is_action says whether the function was an action when the job was scheduled.
  CREATE TABLE jobs (id TEXT PRIMARY KEY, at REAL NOT NULL, is_running INTEGER NOT NULL, component TEXT NOT NULL,
    target TEXT NOT NULL, is_action INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX jobs_by_time ON jobs (is_running, is_action, at);
  -- The time at which the document of a finished job may be deleted.
  CREATE TABLE finished_jobs (at REAL NOT NULL, id TEXT NOT NULL, component TEXT NOT NULL,
    PRIMARY KEY (at, id)) WITHOUT ROWID;
  CREATE TABLE crons (component TEXT NOT NULL, identifier TEXT NOT NULL, spec TEXT NOT NULL, next_at REAL NOT NULL,
    is_running INTEGER NOT NULL, PRIMARY KEY (component, identifier)) WITHOUT ROWID;

  -- The results of the mutations that clients number, for clients that send one again. caller says who called which
  -- function.
  CREATE TABLE client_mutations (session TEXT NOT NULL, request INTEGER NOT NULL, at REAL NOT NULL, ts TEXT NOT NULL,
    value TEXT NOT NULL, log_lines TEXT NOT NULL, caller TEXT NOT NULL,
    PRIMARY KEY (session, request)) WITHOUT ROWID;
  CREATE INDEX client_mutations_by_time ON client_mutations (at);

  -- The bytes of a document of _storage are in the file files/<uuid>.
  CREATE TABLE files (uuid TEXT PRIMARY KEY, storage_id TEXT NOT NULL UNIQUE,
    component TEXT NOT NULL) WITHOUT ROWID;
`;

/** The SQL that turns a file of each format into the next one, the first of them a file of format 1. */
type Upgrades = readonly string[];

/**
 * A change of the layout is made here and in `layout`. A step never changes after its release.
 * tests/engine/upgrade.test.ts compares both with a file of 0.1.0.
 */
const upgrades: Upgrades = Object.freeze([]);

function formatAfter(steps: Upgrades): number {
  return 1 + steps.length;
}

/** How each connection that writes is set up. Commits are durable: each is on the disk before anybody learns of it. */
export const writerPragmas = `
  PRAGMA synchronous = FULL; PRAGMA cache_size = ${-memoryLimits.writerPages / 1024};
  PRAGMA wal_autocheckpoint = 8000; PRAGMA temp_store = MEMORY;
`;

/** At the start, the process waits this long for a shell or a backup that uses the file just then. */
const startLockWaitMs = 5_000;

/**
 * Opens the database for writing and creates it if it is missing. If it throws DataDirectoryError, the file is
 * unchanged.
 */
export function openDatabaseFile(file: string, steps = upgrades): Connection {
  const existed = fs.existsSync(file) && fs.statSync(file).size > 0;
  requireReadableWal(file, existed);
  let connection: Connection | undefined;
  try {
    connection = new Connection(file, { lockWaitMs: startLockWaitMs });
    if (existed) bringUpToDate(connection, file, steps);
    connection.exec(`PRAGMA journal_mode = WAL; ${writerPragmas}`);
    if (!existed) create(connection, formatAfter(steps));
    // From here on the writer waits for locks by itself, so that readers are not delayed.
    connection.exec("PRAGMA busy_timeout = 0");
    return connection;
  } catch (error) {
    connection?.close();
    if (error instanceof DataDirectoryError) throw error;
    const text = error instanceof Error ? error.message : String(error);
    throw new DataDirectoryError(
      `The database ${file} cannot be read (${text}). It was left as it is; restore a backup or move it away.`,
    );
  }
}

const walHeaderBytes = 32;
/** How a write-ahead log begins; zeros are from a crash before its first commit: https://sqlite.org/fileformat.html */
const walBeginnings = new Set([0x377f0682, 0x377f0683, 0]);

/** SQLite would throw away a log that it cannot read or that belongs to no database, with the commits in it. */
function requireReadableWal(file: string, hasDatabase: boolean): void {
  const log = `${file}-wal`;
  if (!fs.existsSync(log) || fs.statSync(log).size < walHeaderBytes) return;
  if (!hasDatabase) {
    throw new DataDirectoryError(
      `The database ${file} is missing, but its log ${log} has changes; put it back, or move the log away too.`,
    );
  }
  if (walBeginnings.has(firstNumberOf(log))) {
    const damage = findWalDamage(log);
    if (damage === null) return;
    throw new DataDirectoryError(
      `The log ${log} of the database is damaged in the middle, and changes behind the damage were acknowledged. It was ` +
        `left as it is; restore a backup, or run "truncate -s ${damage.readableBytes} ${log}", which loses them.`,
    );
  }
  throw new DataDirectoryError(
    `The log ${log} of the database is damaged. It was left as it is; restore a backup, or move it away and lose the ` +
      `last changes.`,
  );
}

function firstNumberOf(file: string): number {
  const start = Buffer.alloc(4);
  const descriptor = fs.openSync(file, "r");
  fs.readSync(descriptor, start);
  fs.closeSync(descriptor);
  return start.readUInt32BE();
}

function create(connection: Connection, format: number): void {
  connection.exec("BEGIN IMMEDIATE");
  connection.exec(layout);
  connection.prepare("INSERT INTO meta VALUES ('format', ?)").run(String(format));
  connection.exec("COMMIT");
}

function bringUpToDate(connection: Connection, file: string, steps: Upgrades): void {
  const format = formatAfter(steps);
  const tables = connection.prepare<[number]>("SELECT count(*) FROM sqlite_master").get()?.[0] ?? 0;
  // A process that was killed right after its start leaves an empty but valid file.
  if (tables === 0) {
    create(connection, format);
    return;
  }
  const found = connection.prepare<[string]>("SELECT value FROM meta WHERE key = 'format'").get()?.[0] ?? "unknown";
  if (found !== String(format)) upgrade(connection, file, found, steps);
}

function upgrade(connection: Connection, file: string, found: string, steps: Upgrades): void {
  const format = formatAfter(steps);
  const from = Number(found);
  if (!Number.isInteger(from) || from < 1 || from > format) {
    throw new DataDirectoryError(
      `The database ${file} has format ${found}, this version reads format ${format}. It was left as it is.`,
    );
  }
  connection.exec("BEGIN IMMEDIATE");
  for (const step of steps.slice(from - 1)) connection.exec(step);
  connection.prepare("UPDATE meta SET value = ? WHERE key = 'format'").run(String(format));
  connection.exec("COMMIT");
}
