import { beforeEach, expect, it } from "vitest";
import { ReadSet, WriteLog, type Commit } from "./readSet";
import { Watches } from "./watches";

let log: WriteLog;
let watches: Watches;
let told: string[];
beforeEach(() => {
  log = new WriteLog(10n);
  watches = new Watches(log);
  told = [];
});

function reading(...ranges: [from: string, to: string | null][]): ReadSet {
  const reads = new ReadSet();
  for (const [from, to] of ranges) reads.add(1, { from: Buffer.from(from), to: to === null ? null : Buffer.from(to) });
  return reads;
}

function commit(ts: bigint, ...keys: string[]): void {
  const commits: Commit[] = [{ ts, writes: keys.map((key) => ({ indexId: 1, key: Buffer.from(key) })) }];
  for (const one of commits) log.append(one);
  watches.notifyReaders(commits);
}

it("notifies only the watchers whose ranges a commit wrote into", () => {
  watches.watch(reading(["a", "b"]), 10n, () => told.push("a"));
  watches.watch(reading(["b", "c"]), 10n, () => told.push("b"));
  watches.watch(reading(["b", null]), 10n, () => told.push("from b"));
  commit(11n, "b1");
  expect(told.sort()).toStrictEqual(["b", "from b"]);
});

it("notifies a watcher once, however much is written", () => {
  watches.watch(reading(["a", "b"], ["a1", "a2"], ["x", null]), 10n, () => told.push("a"));
  commit(11n, "a", "a1", "x");
  commit(12n, "a");
  expect(told).toStrictEqual(["a"]);
});

it("notifies at once when the write came between reading and watching", () => {
  commit(11n, "a");
  expect(watches.watch(reading(["a", "b"]), 10n, () => told.push("late"))).toBeNull();
  watches.watch(reading(["a", "b"]), 11n, () => told.push("in time"));
  expect(told).toStrictEqual(["late"]);
});

it("does not notify a cancelled watcher", () => {
  watches.watch(reading(["a", "b"]), 10n, () => told.push("a"))?.cancel();
  commit(11n, "a");
  watches.notifyAll();
  expect(told).toStrictEqual([]);
});

it("notifies all watchers when the code changes, also those that have read nothing", () => {
  watches.watch(reading(), 10n, () => told.push("nothing"));
  watches.watch(reading(["a", "b"]), 10n, () => told.push("a"));
  watches.notifyAll();
  expect(told).toStrictEqual(["nothing", "a"]);
});

it("a notified reader may watch again at once", () => {
  let ts = 10n;
  const again = (): void => {
    told.push("told");
    watches.watch(reading(["a", "b"]), ts, again);
  };
  watches.watch(reading(["a", "b"]), ts, again);
  commit(++ts, "a");
  expect(told).toStrictEqual(["told"]);
  commit(++ts, "a");
  expect(told).toStrictEqual(["told", "told"]);
});
