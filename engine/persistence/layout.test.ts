// Files of older formats are upgraded to the present format and keep all their data.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Connection } from "./connection";
import { openDatabaseFile } from "./layout";

/** The tables of a file of format 2. */
const format2 = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE tables (id INTEGER PRIMARY KEY, component TEXT NOT NULL, name TEXT NOT NULL, number INTEGER NOT NULL,
    document_type TEXT, UNIQUE (component, name), UNIQUE (component, number));
  CREATE TABLE indexes (id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, name TEXT NOT NULL, fields TEXT NOT NULL,
    UNIQUE (table_id, name));
  CREATE TABLE documents (row INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, id_key BLOB NOT NULL,
    size INTEGER NOT NULL, value TEXT NOT NULL, UNIQUE (table_id, id_key));
  CREATE TABLE index_entries (index_id INTEGER NOT NULL, key BLOB NOT NULL, row INTEGER NOT NULL,
    PRIMARY KEY (index_id, key)) WITHOUT ROWID;
  CREATE TABLE push (id INTEGER PRIMARY KEY, manifest TEXT NOT NULL);
  CREATE TABLE modules (path TEXT PRIMARY KEY, environment TEXT NOT NULL, source TEXT NOT NULL, source_map TEXT,
    code TEXT NOT NULL, map TEXT) WITHOUT ROWID;
  CREATE TABLE environment (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE jobs (id TEXT PRIMARY KEY, at REAL NOT NULL, is_running INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX jobs_by_time ON jobs (is_running, at);
  CREATE TABLE finished_jobs (at REAL NOT NULL, id TEXT NOT NULL, PRIMARY KEY (at, id)) WITHOUT ROWID;
  CREATE TABLE crons (identifier TEXT PRIMARY KEY, spec TEXT NOT NULL, next_at REAL NOT NULL,
    is_running INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE files (uuid TEXT PRIMARY KEY, storage_id TEXT NOT NULL UNIQUE) WITHOUT ROWID;
`;

const rowsOfFormat2 = `
  INSERT INTO push VALUES (1, '{"analysis":{"modules":[],"auth":[]},"importNow":5.5,"importSeed":"c2VlZA=="}');
  INSERT INTO modules VALUES ('m.js', 'isolate', 'source', NULL, 'code', 'map');
  INSERT INTO jobs VALUES ('job', 1000.5, 1);
  INSERT INTO finished_jobs VALUES (2000.5, 'finished');
  INSERT INTO crons VALUES ('hourly', '{}', 3000.5, 0);
  INSERT INTO files VALUES ('uuid', 'storage');
`;

describe("openDatabaseFile", () => {
  let folder: string;
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "layout-"));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  function fileOf(format: string): string {
    const file = path.join(folder, `${format}-${randomUUID()}.sqlite`);
    const connection = new Connection(file);
    connection.exec(format2);
    connection.prepare("INSERT INTO meta VALUES ('format', ?)").run(format);
    connection.exec("INSERT INTO tables VALUES (1, '', 'things', 10001, NULL)");
    connection.exec("INSERT INTO documents VALUES (7, 1, x'01', 2, '{}')");
    connection.exec(rowsOfFormat2);
    connection.close();
    return file;
  }

  const shapeOf = (connection: Connection) =>
    connection
      .prepare<[string, string]>("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
      .all()
      .map(([name, sql]) => [name, sql.replace(/--.*/g, "").replace(/\s+/g, " ")]);

  it("brings a file of format 2 to the layout of a new one, with its documents", () => {
    const upgraded = openDatabaseFile(fileOf("2"));
    const fresh = openDatabaseFile(path.join(folder, "fresh.sqlite"));
    expect(shapeOf(upgraded)).toEqual(shapeOf(fresh));
    const formats = [upgraded, fresh].map((file) => file.prepare("SELECT value FROM meta WHERE key = 'format'").get());
    expect(formats[0]).toEqual(formats[1]);
    expect(upgraded.prepare("SELECT row, value FROM documents").all()).toEqual([[7, "{}"]]);
    upgraded.close();
    fresh.close();
  });

  it("keeps code, jobs, crons and files of format 2 as the app's own", () => {
    const upgraded = openDatabaseFile(fileOf("2"));
    const rowsOf = (table: string) => upgraded.prepare(`SELECT * FROM ${table}`).all();
    expect(rowsOf("push").map(([id, manifest]) => [id, JSON.parse(String(manifest))])).toEqual([
      [1, { definitions: { "": { modules: [], auth: [] } }, importNow: 5.5, importSeed: "c2VlZA==" }],
    ]);
    expect(rowsOf("modules")).toEqual([["", "m.js", "isolate", "source", null, "code", "map"]]);
    expect(rowsOf("jobs")).toEqual([["job", 1000.5, 1, "", "", 0]]);
    expect(rowsOf("finished_jobs")).toEqual([[2000.5, "finished", ""]]);
    expect(rowsOf("crons")).toEqual([["", "hourly", "{}", 3000.5, 0]]);
    expect(rowsOf("files")).toEqual([["uuid", "storage", ""]]);
    upgraded.close();
  });

  it.each(["1", "99", "junk"])("refuses a file of format %s and leaves it as it was", (format) => {
    const file = fileOf(format);
    const before = fs.readFileSync(file);
    expect(() => openDatabaseFile(file)).toThrow(`has format ${format}`);
    expect(fs.readFileSync(file).equals(before)).toBe(true);
  });

  const newFile = () => path.join(folder, `${randomUUID()}.sqlite`);

  it.each(["SQLite format 3\0 is not how a log begins", "x".repeat(100)])("refuses the log %j", (text) => {
    const file = newFile();
    openDatabaseFile(file).close();
    const before = fs.readFileSync(file);
    fs.writeFileSync(`${file}-wal`, text);
    expect(() => openDatabaseFile(file)).toThrow("is damaged. It was left as it is");
    expect(fs.readFileSync(`${file}-wal`, "utf8")).toBe(text);
    expect(fs.readFileSync(file).equals(before)).toBe(true);
  });

  it.each([
    ["missing", (file: string) => fs.rmSync(file)],
    ["empty", (file: string) => fs.truncateSync(file)],
  ])("keeps the log of a database that is %s", (_what, damage) => {
    const file = newFile();
    const connection = openDatabaseFile(file);
    connection.exec("INSERT INTO tables VALUES (1, '', 'things', 10001, NULL)");
    const log = fs.readFileSync(`${file}-wal`);
    connection.close();
    fs.writeFileSync(`${file}-wal`, log);
    damage(file);
    expect(() => openDatabaseFile(file)).toThrow("is missing, but its log");
    expect(fs.readFileSync(`${file}-wal`).equals(log)).toBe(true);
  });

  it("takes a log that a crash left before its first commit", () => {
    const [first, file] = [newFile(), newFile()];
    const connection = openDatabaseFile(first);
    connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    fs.copyFileSync(first, file);
    connection.close();
    fs.writeFileSync(`${file}-wal`, Buffer.alloc(4_096));
    const copy = openDatabaseFile(file);
    expect(copy.prepare("SELECT count(*) FROM meta").get()).toEqual([1]);
    copy.close();
  });
});
