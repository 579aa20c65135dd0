import { expect, it } from "vitest";
import { ReadSet, WriteLog } from "./readSet";

const key = (text: string) => Buffer.from(text);

function reading(from: string, to: string | null): ReadSet {
  const reads = new ReadSet();
  reads.add(1, { from: key(from), to: to === null ? null : key(to) });
  return reads;
}

it("is touched by keys from its lower bound up to, not with, its upper one", () => {
  const reads = reading("b", "d");
  const touched = ["a", "b", "c", "d"].filter((text) => reads.touches(1, key(text)));
  expect(touched).toEqual(["b", "c"]);
  expect(reads.touches(2, key("b"))).toBe(false);
  expect(reading("b", null).touches(1, key("zzz"))).toBe(true);
});

it("a result is out of date only when a later commit wrote into its ranges", () => {
  const log = new WriteLog(10n);
  log.append({ ts: 11n, writes: [{ indexId: 1, key: key("c") }] });
  log.append({ ts: 12n, writes: [{ indexId: 1, key: key("x") }] });
  expect(log.changedSince(10n, reading("b", "d"))).toBe(true);
  expect(log.changedSince(11n, reading("b", "d"))).toBe(false);
  expect(log.changedSince(11n, reading("b", null))).toBe(true);
});

it("answers with a change where it no longer remembers", () => {
  const log = new WriteLog(0n, 4);
  for (let ts = 1n; ts <= 10n; ts++) log.append({ ts, writes: [{ indexId: 2, key: key("x") }] });
  expect(log.changedSince(1n, reading("a", "b"))).toBe(true);
  expect(log.changedSince(10n, reading("a", "b"))).toBe(false);
});
