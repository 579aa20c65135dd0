import { beforeEach, describe, expect, it } from "vitest";
import { memoryLimits } from "../../memoryLimits";
import type { Deployment } from "../deployment/deployment";
import { QueryCache } from "./queryCache";

const deployment = { app: null, components: new Map() } as unknown as Deployment;
const caller = { kind: "anonymous" } as const;

/** The result of a query, with a size of about `bytes`. */
function ran(bytes: number, changes: { isNondeterministic?: boolean; logLines?: string[]; text?: string | null } = {}) {
  const freshness = { reads: { size: 1 }, isFresh: true, isValidNow: () => freshness.isFresh };
  const text = "x".repeat(bytes / 2);
  return { text, readsCaller: false, isNondeterministic: false, logLines: [], freshness, ...changes };
}

describe("results of queries", () => {
  let cache: QueryCache<ReturnType<typeof ran>>;
  beforeEach(() => {
    cache = new QueryCache();
    cache.startOver(deployment);
  });
  const find = (key: string) => cache.find(deployment, key, caller);
  const keep = (key: string, one = ran(200_000)) => {
    cache.keep(deployment, key, caller, one);
    return one;
  };

  it("are kept until what was read is written", () => {
    const one = keep("a");
    expect(find("a")).toBe(one);
    one.freshness.isFresh = false;
    expect(find("a")).toBeNull();
    one.freshness.isFresh = true;
    expect(find("a")).toBeNull();
  });

  it.each([
    ["failed", { text: null }],
    ["looked at the clock", { isNondeterministic: true }],
    ["said something", { logLines: ["hello"] }],
  ])("are not kept of one that %s", (_, changes) => {
    keep("a", ran(100, changes));
    expect(find("a")).toBeNull();
  });

  it("are evicted, first those that nobody has used since they were stored", () => {
    const first = keep("first");
    keep("unasked");
    for (let at = 0; at < 1000; at++) {
      keep(`other ${at}`);
      expect(find("first")).toBe(first);
    }
    expect(find("unasked")).toBeNull();
    const left = Array.from({ length: 1000 }, (_, at) => find(`other ${at}`)).filter((found) => found !== null);
    expect(left.length * 200_000).toBeGreaterThan(memoryLimits.queryResults * 0.75);
    expect(left.length * 200_000).toBeLessThan(memoryLimits.queryResults);
  });

  it("are evicted also when all of them are used", () => {
    for (let at = 0; at < 1000; at++) {
      keep(`all ${at}`);
      find(`all ${at}`);
    }
    const left = Array.from({ length: 1000 }, (_, at) => find(`all ${at}`)).filter((found) => found !== null);
    expect(left.length * 200_000).toBeLessThan(memoryLimits.queryResults);
    expect(find("all 999")).not.toBeNull();
  });

  it("are those of the code and the variables that are served", () => {
    keep("a");
    cache.startOver({ ...deployment });
    expect(find("a")).toBeNull();
  });
});
