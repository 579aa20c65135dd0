// Files of older formats are upgraded to the present format and keep all their data.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Connection } from "./connection";
import { openDatabaseFile } from "./databaseFormat";

describe("openDatabaseFile", () => {
  let folder: string;
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "layout-"));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  const newFile = () => path.join(folder, `${randomUUID()}.sqlite`);

  function fileOf(format: string): string {
    const file = newFile();
    const connection = openDatabaseFile(file);
    connection.prepare("UPDATE meta SET value = ? WHERE key = 'format'").run(format);
    connection.exec("INSERT INTO tables VALUES (1, '', 'things', 10001, NULL)");
    connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    connection.close();
    return file;
  }

  const formatOf = (connection: Connection) => connection.prepare("SELECT value FROM meta WHERE key = 'format'").get();

  const steps = ["ALTER TABLE tables ADD COLUMN note TEXT", "UPDATE tables SET note = 'kept ' || name"];

  it("takes the steps from the format of a file to the present one, each once", () => {
    const file = fileOf("1");
    for (const more of [steps.slice(0, 1), steps, steps]) {
      const connection = openDatabaseFile(file, more);
      expect(formatOf(connection)).toEqual([String(1 + more.length)]);
      connection.close();
    }
    const upgraded = openDatabaseFile(file, steps);
    expect(upgraded.prepare("SELECT name, note FROM tables").all()).toEqual([["things", "kept things"]]);
    upgraded.close();
  });

  it("leaves a file as it was when a step fails", () => {
    const file = fileOf("1");
    expect(() => openDatabaseFile(file, [...steps, "DROP TABLE missing"])).toThrow("no such table: missing");
    const unchanged = openDatabaseFile(file);
    expect(formatOf(unchanged)).toEqual(["1"]);
    expect(unchanged.prepare("SELECT * FROM tables").all()).toEqual([[1, "", "things", 10001, null]]);
    unchanged.close();
  });

  it.each(["0", "2", "99", "1.5", "junk"])("refuses a file of format %s and leaves it as it was", (format) => {
    const file = fileOf(format);
    const before = fs.readFileSync(file);
    expect(() => openDatabaseFile(file)).toThrow(`has format ${format}`);
    expect(fs.readFileSync(file).equals(before)).toBe(true);
  });

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
