import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { collectAllGarbage, CollectionRule } from "./heapGrowth";

const megabytes = (count: number) => count * 1024 * 1024;
const look = (resident: number, used: number, share: number) => ({
  residentBytes: megabytes(resident),
  usedBytes: megabytes(used),
  share,
});

/** Returns the numbers of the looks, from 1, after which all garbage was collected. A collection uses CPU itself. */
function collectionsOf(rule: CollectionRule, looks: readonly ReturnType<typeof look>[], leftMb = 50): number[] {
  const collections: number[] = [];
  for (const [index, each] of looks.entries()) {
    const hasJustCollected = index > 0 && collections.at(-1) === index;
    const share = hasJustCollected ? each.share + 0.3 : each.share;
    if (!rule.isDue({ ...each, share })) continue;
    rule.collected(megabytes(leftMb));
    collections.push(index + 1);
  }
  return collections;
}

const times = (count: number, each: ReturnType<typeof look>) => Array.from({ length: count }, () => each);

it("collects all garbage, also on versions of Node that take some options for a smaller collection", async () => {
  const garbage = (() => new WeakRef(Array.from({ length: 100_000 }, (_, index) => ({ index }))))();
  // A weak reference that was just made holds its object until the end of the task.
  await new Promise((resolve) => setTimeout(resolve, 1));
  await collectAllGarbage();
  expect(garbage.deref()).toBeUndefined();
});

it("gives no other context the function that collects", async () => {
  await collectAllGarbage();
  expect(runInNewContext("typeof gc")).toBe("undefined");
});

describe("a process that has become idle", () => {
  it("is collected twice, and then left alone", () => {
    expect(collectionsOf(new CollectionRule(), times(600, look(250, 120, 0.01)))).toEqual([36, 48]);
  });

  it("is collected again after it was busy", () => {
    const looks = [...times(60, look(250, 120, 0.01)), look(250, 120, 0.5), ...times(60, look(250, 120, 0.01))];
    expect(collectionsOf(new CollectionRule(), looks)).toEqual([36, 48, 97, 109]);
  });

  it("is left alone during a short pause, because its compiled code would suffer", () => {
    const pause = [look(290, 120, 0.5), ...times(34, look(290, 120, 0.01))];
    expect(collectionsOf(new CollectionRule(), [...pause, ...pause])).toEqual([]);
  });

  it("is left alone while it is small", () => {
    expect(collectionsOf(new CollectionRule(), times(60, look(120, 60, 0.01)))).toEqual([]);
  });
});

describe("a busy process", () => {
  it("is collected when it approaches its bound, and not again at once", () => {
    expect(collectionsOf(new CollectionRule(), times(14, look(320, 200, 1)))).toEqual([1, 7, 13]);
  });

  it("is left alone when there can be little garbage", () => {
    const rule = new CollectionRule();
    rule.collected(megabytes(180));
    expect(collectionsOf(rule, times(60, look(380, 220, 1)))).toEqual([]);
  });

  it("is left alone while it is of ordinary size", () => {
    expect(collectionsOf(new CollectionRule(), times(60, look(290, 200, 1)))).toEqual([]);
  });
});
