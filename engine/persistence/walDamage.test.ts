import fs from "node:fs";
import os from "node:os";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Connection } from "./connection";
import { openDatabaseFile } from "./databaseFormat";
import { findWalDamage } from "./walDamage";

const commits = 60;
const frameBytes = 24 + 4096;

let folder: string;
let written: string;
let file: string;

/** What a process that was killed after 60 commits leaves. The last commit has several frames. */
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "log-damage-"));
  written = path.join(folder, "written.sqlite");
  const connection = openDatabaseFile(written);
  connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  for (let number = 0; number < commits; number++) write(connection, number, number === commits - 1 ? 20_000 : 100);
  for (const part of ["", "-wal"]) fs.copyFileSync(written + part, `${path.join(folder, "killed.sqlite")}${part}`);
  connection.close();
});
afterAll(() => fs.rmSync(folder, { recursive: true }));
beforeEach(() => {
  file = path.join(folder, `copy-${randomUUID()}.sqlite`);
  for (const part of ["", "-wal"]) fs.copyFileSync(`${path.join(folder, "killed.sqlite")}${part}`, file + part);
});

function write(connection: Connection, number: number, length: number): void {
  connection.prepare("INSERT INTO environment VALUES (?, ?)").run(`NAME${number}`, "x".repeat(length));
}

function countOf(database: string): number {
  const connection = openDatabaseFile(database);
  const count = connection.prepare<[number]>("SELECT count(*) FROM environment").get()?.[0] ?? 0;
  connection.close();
  return count;
}

function rubbishAt(position: number, length: number): void {
  const descriptor = fs.openSync(`${file}-wal`, "r+");
  fs.writeSync(descriptor, Buffer.alloc(length, 0x5a), 0, length, position);
  fs.closeSync(descriptor);
}

const bytesOfLog = () => fs.statSync(`${file}-wal`).size;

it("a log without damage is read whole", () => {
  expect(findWalDamage(`${file}-wal`)).toBe(null);
  expect(countOf(file)).toBe(commits);
});

it.each([0.1, 0.3, 0.5, 0.7])(
  "rubbish at %d of the log: nothing is lost in silence, and nothing is changed",
  (part) => {
    rubbishAt(Math.floor(bytesOfLog() * part), 3_000);
    const before = fs.readFileSync(`${file}-wal`);
    expect(() => openDatabaseFile(file)).toThrow(
      /is damaged in the middle.*restore a backup, or run "truncate -s \d+ /,
    );
    expect(fs.readFileSync(`${file}-wal`).equals(before)).toBe(true);
  },
);

it("the command of the message leaves what can be read", () => {
  rubbishAt(Math.floor(bytesOfLog() / 2), 100);
  const { readableBytes = 0 } = findWalDamage(`${file}-wal`) ?? {};
  expect(readableBytes).toBeGreaterThan(frameBytes);
  fs.truncateSync(`${file}-wal`, readableBytes);
  const count = countOf(file);
  expect(count).toBeGreaterThan(10);
  expect(count).toBeLessThan(commits);
});

it("a damaged header, without which SQLite takes the log for empty, is found", () => {
  rubbishAt(12, 4);
  expect(() => openDatabaseFile(file)).toThrow("truncate -s 0 ");
});

it("a log that ends anywhere is the end that a crash leaves", () => {
  const whole = fs.readFileSync(`${file}-wal`);
  for (let length = whole.length; length > 0; length -= 1_511) {
    fs.writeFileSync(`${file}-wal`, whole.subarray(0, length));
    expect(findWalDamage(`${file}-wal`)).toBe(null);
  }
});

it("a last commit with any part missing is what a power cut leaves", () => {
  const whole = fs.readFileSync(`${file}-wal`);
  const last = 5 * frameBytes;
  for (let position = whole.length - last; position < whole.length; position += 512) {
    const cut = Buffer.from(whole);
    cut.fill(0, position, Math.min(position + 512, cut.length));
    fs.writeFileSync(`${file}-wal`, cut);
    expect(findWalDamage(`${file}-wal`)).toBe(null);
  }
  fs.writeFileSync(`${file}-wal`, Buffer.from(whole).fill(0, whole.length - last, whole.length - last + 512));
  expect(countOf(file)).toBe(commits - 1);
});

it("what earlier commits have left behind the end of the log is not damage", () => {
  const connection = openDatabaseFile(file);
  connection.exec("PRAGMA wal_checkpoint(RESTART)");
  write(connection, commits, 100);
  write(connection, commits + 1, 100);
  const copy = path.join(folder, "restarted.sqlite");
  for (const part of ["", "-wal"]) fs.copyFileSync(file + part, copy + part);
  connection.close();
  expect(fs.statSync(`${copy}-wal`).size).toBeGreaterThan(10 * frameBytes);
  expect(findWalDamage(`${copy}-wal`)).toBe(null);
  expect(countOf(copy)).toBe(commits + 2);
});
