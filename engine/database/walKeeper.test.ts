// The write-ahead log stays within its bounds whatever the readers do. The bounds here are a hundredth of the usual
// ones.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Connection } from "../persistence/connection";
import { Database, type PinnedSnapshot } from "./database";
import { defaultWalLimits, type WalLimits } from "./walLimits";

const KIBIBYTE = 1024;
const bounds: WalLimits = {
  ...defaultWalLimits,
  usualBytes: 640 * KIBIBYTE,
  maxBytes: 2_560 * KIBIBYTE,
  maxBytesWhileLongReads: 10_240 * KIBIBYTE,
  queryGraceMs: 50,
  retryAfterMs: 200,
  checkEveryMs: 0,
};
/** The largest number of bytes that one commit adds before the size is checked. */
const oneCommit = 256 * KIBIBYTE;

let folder: string;
let database: Database;
let warnings: string[];
function open(changed: Partial<WalLimits> = {}): void {
  const file = path.join(folder, "data.sqlite");
  database = new Database(file, Date.now, {
    walLimits: { ...bounds, ...changed },
    warn: (text) => warnings.push(text),
  });
}
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "switchyard-log-"));
  warnings = [];
});
afterEach(async () => {
  await database.close();
  fs.rmSync(folder, { recursive: true });
});

const logBytes = () => fs.statSync(path.join(folder, "data.sqlite-wal")).size;
const write = (text = "x".repeat(100_000)) =>
  database.writer.mutate((transaction) => transaction.insert("", "texts", { text }));
const count = (held: PinnedSnapshot) =>
  held.query(async ({ rows, registry }) => {
    rows.touch();
    const table = registry.table("", "texts");
    return table === undefined ? 0 : rows.count(table);
  });

/** Writes `times` times and calls `before` ahead of each write. Returns the largest size that the log had. */
async function largestWhileWriting(times: number, before: (turn: number) => void = () => undefined): Promise<number> {
  let largest = 0;
  for (let turn = 0; turn < times; turn++) {
    before(turn);
    await write();
    largest = Math.max(largest, logBytes());
  }
  return largest;
}

describe("by size", () => {
  it("is emptied at the usual bound when nobody reads", async () => {
    open();
    expect(await largestWhileWriting(60)).toBeLessThan(bounds.usualBytes + oneCommit);
    expect(warnings).toEqual([]);
  });

  it("stays below the largest bound however snapshots are held, and expired snapshots say so", async () => {
    open();
    const held: PinnedSnapshot[] = [];
    const largest = await largestWhileWriting(150, () => held.push(database.pinSnapshot()));
    expect(largest).toBeLessThan(bounds.maxBytes + oneCommit);
    const [first, last] = [held[0], held.at(-1)];
    if (first === undefined || last === undefined) throw new Error("Nothing is held.");
    await expect(count(first)).rejects.toMatchObject({ code: "SnapshotExpired" });
    expect(await count(last)).toBe(149);
    for (const snapshot of held) snapshot.release();
    const afterwards = database.pinSnapshot();
    expect(await count(afterwards)).toBe(150);
    afterwards.release();
  });

  it("is emptied without ending a query when the overlapping queries are short", async () => {
    open({ queryGraceMs: 2_000 });
    const results: number[] = [];
    const over = new AbortController();
    const reading = Array.from({ length: 4 }, async (_, reader) => {
      await new Promise((resolve) => setTimeout(resolve, reader * 8));
      while (!over.signal.aborted) {
        await database.query(async ({ rows, registry }) => {
          const table = registry.table("", "texts");
          await new Promise((resolve) => setTimeout(resolve, 30));
          results.push(table === undefined ? 0 : rows.count(table));
        });
      }
    });
    const largest = await largestWhileWriting(150);
    over.abort();
    await Promise.all(reading);
    expect(largest).toBeLessThan(bounds.maxBytes + oneCommit);
    expect(results.length).toBeGreaterThan(10);
  });

  it("may grow further while an export reads, which is stopped only at a bound of its own", async () => {
    open();
    let written = (): void => undefined;
    const exporting = database.longQuery(async ({ rows }) => {
      await new Promise<void>((resolve) => (written = resolve));
      rows.touch();
    });
    expect(await largestWhileWriting(60)).toBeGreaterThan(bounds.maxBytes);
    written();
    await exporting;
    const endless = database.longQuery(async ({ rows }) => {
      await new Promise<void>((resolve) => (written = resolve));
      rows.touch();
    });
    expect(await largestWhileWriting(160)).toBeLessThan(bounds.maxBytesWhileLongReads + oneCommit);
    written();
    await expect(endless).rejects.toMatchObject({ code: "SnapshotExpired" });
  });

  it("reports another process that keeps it from being emptied, and writes continue", async () => {
    open();
    await write();
    const other = new Connection(path.join(folder, "data.sqlite"), { readOnly: true });
    other.exec("BEGIN");
    other.prepare("SELECT count(*) FROM documents").get();
    await largestWhileWriting(60);
    expect(warnings.join()).toContain("another process reads it");
    other.exec("COMMIT");
    other.close();
    await expect.poll(async () => [await write(), logBytes() < bounds.maxBytes][1]).toBe(true);
  });
});

describe("by age", () => {
  it("is emptied even when it is small", async () => {
    open({ maxAgeMs: 120 });
    await write();
    await expect.poll(logBytes, { timeout: 5_000, interval: 10 }).toBe(0);
  });

  it("a snapshot that is held for too long ends, a younger one and an export are not", async () => {
    open({ maxReadMs: 300 });
    const old = database.pinSnapshot();
    // After this commit, the export gets a snapshot of its own.
    await write();
    const whole = database.longQuery(async ({ rows }) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      rows.touch();
    });
    const look = () => count(old).catch((error: unknown) => String(error));
    await expect.poll(look, { timeout: 5_000 }).toContain("too long");
    const young = database.pinSnapshot();
    expect(await count(young)).toBe(1);
    await whole;
    old.release();
    young.release();
  });
});
