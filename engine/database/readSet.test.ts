import { expect, it } from "vitest";
import { memoryLimits } from "../memoryLimits";
import { ReadSet, WriteLog } from "./readSet";

const key = (text: string) => Buffer.from(text);

function reading(from: string, to: string | null): ReadSet {
  const reads = new ReadSet();
  reads.add(1, { from: key(from), to: to === null ? null : key(to) });
  return reads;
}

it("is touched by keys from its lower bound up to, but not including, its upper bound", () => {
  const reads = reading("b", "d");
  const touched = ["a", "b", "c", "d"].filter((text) => reads.touches(1, key(text)));
  expect(touched).toEqual(["b", "c"]);
  expect(reads.touches(2, key("b"))).toBe(false);
  expect(reading("b", null).touches(1, key("zzz"))).toBe(true);
});

it("keeps only the memory of its keys once they are copied, and is touched by the same keys", () => {
  const settled = Array.from({ length: 100 }, () => {
    const reads = reading("b", "d");
    // This buffer comes from the same pool, like the memory that a call needs for a moment.
    Buffer.allocUnsafe(Buffer.poolSize / 3);
    reads.copyKeys();
    return reads;
  });
  const buffers = settled.flatMap((reads) => [...reads.byIndex()].map(([, [range]]) => range?.from.buffer));
  expect(new Set(buffers).size).toBeLessThanOrEqual(2);
  for (const reads of settled) {
    expect(["a", "b", "c", "d"].filter((text) => reads.touches(1, key(text)))).toEqual(["b", "c"]);
  }
});

it("a result is out of date only when a later commit wrote into its ranges", () => {
  const log = new WriteLog(10n);
  log.append({ ts: 11n, writes: [{ indexId: 1, key: key("c") }] });
  log.append({ ts: 12n, writes: [{ indexId: 1, key: key("x") }] });
  expect(log.changedSince(10n, reading("b", "d"))).toBe(true);
  expect(log.changedSince(11n, reading("b", "d"))).toBe(false);
  expect(log.changedSince(11n, reading("b", null))).toBe(true);
});

it("reports a change for times that it no longer remembers", () => {
  const log = new WriteLog(0n, 1_000);
  for (let ts = 1n; ts <= 10n; ts++) log.append({ ts, writes: [{ indexId: 2, key: key("x") }] });
  expect(log.changedSince(1n, reading("a", "b"))).toBe(true);
  expect(log.changedSince(10n, reading("a", "b"))).toBe(false);
});

it.each([
  ["many short keys", 40_000, 10],
  ["long keys", 100, 100_000],
])("the log of writes stays within its bound in bytes: %s", (_what, commits, length) => {
  const log = new WriteLog(0n);
  const long = Buffer.alloc(length, "x");
  for (let ts = 1n; ts <= commits; ts++) {
    log.append({ ts, writes: Array.from({ length: 5 }, () => ({ indexId: 2, key: long })) });
  }
  expect(log.usedBytes).toBeLessThanOrEqual(memoryLimits.writtenKeys);
  expect(log.usedBytes).toBeGreaterThan(memoryLimits.writtenKeys / 4);
  expect(log.changedSince(0n, reading("a", "b"))).toBe(true);
  expect(log.changedSince(BigInt(commits), reading("a", "b"))).toBe(false);
});

it("a commit that is larger than the whole log is forgotten, and everything before it may have changed", () => {
  const log = new WriteLog(0n, 1_000);
  log.append({ ts: 1n, writes: [{ indexId: 2, key: Buffer.alloc(2_000) }] });
  expect(log.usedBytes).toBe(0);
  expect(log.changedSince(0n, reading("a", "b"))).toBe(true);
  expect(log.changedSince(1n, reading("a", "b"))).toBe(false);
});
