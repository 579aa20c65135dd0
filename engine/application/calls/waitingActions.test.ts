import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WaitingActions } from "./waitingActions";

/** A query whose result tests change by hand. */
function changing() {
  const waitingActions = new WaitingActions();
  const woken: string[] = [];
  let listeners = new Set<() => void>();
  let value = "before";
  let runs = 0;
  const freshOf = (watchers: Set<() => void>) => ({
    watch: (onStale: () => void) => {
      if (watchers !== listeners) onStale();
      else watchers.add(onStale);
      return () => void watchers.delete(onStale);
    },
  });
  const ran = () => ({ fingerprint: value, freshness: freshOf(listeners) });
  const ask = () => {
    runs += 1;
    return Promise.resolve(ran());
  };
  return {
    woken,
    runs: () => runs,
    wait: (name: string) => waitingActions.after(() => "query", ran(), ask).watch(() => woken.push(name)),
    write: (next: string) => {
      value = next;
      const stale = listeners;
      listeners = new Set();
      for (const onStale of stale) onStale();
    },
  };
}

describe("actions that wait for another result", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("continue to wait when the result is still the same, and wake when it changes later", async () => {
    const query = changing();
    query.wait("a");
    query.write("before");
    await vi.runAllTimersAsync();
    expect(query.woken).toEqual([]);
    query.write("after");
    await vi.runAllTimersAsync();
    expect(query.woken).toEqual(["a"]);
  });

  it("wake one at first, then two, then four: those that have waited longest come first", async () => {
    const query = changing();
    for (const name of "abcdefgh") query.wait(name);
    query.write("after");
    const counts: number[] = [];
    for (const passMs of [1, 3, 3, 3]) {
      await vi.advanceTimersByTimeAsync(passMs);
      counts.push(query.woken.length);
    }
    expect(counts).toEqual([1, 3, 7, 8]);
    expect(query.woken.join("")).toBe("abcdefgh");
  });

  it("do not wake when the first one has settled the matter, and the query runs once for all", async () => {
    const query = changing();
    for (const name of "abcdefgh") query.wait(name);
    query.write("a job");
    await vi.advanceTimersByTimeAsync(1);
    query.write("before");
    await vi.runAllTimersAsync();
    expect(query.woken).toEqual(["a"]);
    expect(query.runs()).toBe(2);
    query.write("another job");
    await vi.runAllTimersAsync();
    expect(query.woken).toEqual("abcdefgh".split(""));
  });

  it("that have stopped waiting are not woken", async () => {
    const query = changing();
    const stop = query.wait("a");
    query.wait("b");
    query.write("after");
    stop();
    await vi.runAllTimersAsync();
    expect(query.woken).toEqual(["b"]);
  });

  it("are compared only with the result of their own caller", async () => {
    const waitingActions = new WaitingActions();
    const woken: string[] = [];
    const listeners = new Set<() => void>();
    const freshness = {
      watch: (onStale: () => void) => {
        listeners.add(onStale);
        return () => void listeners.delete(onStale);
      },
    };
    for (const [caller, next] of [
      ["ann", "of ann"],
      ["ben", "new for ben"],
    ] as const) {
      const before = { fingerprint: `of ${caller}`, freshness };
      const ask = () => ({ fingerprint: next, freshness });
      waitingActions.after(() => `query ${caller}`, before, ask).watch(() => woken.push(caller));
    }
    const stale = [...listeners];
    listeners.clear();
    for (const onStale of stale) onStale();
    await vi.runAllTimersAsync();
    expect(woken).toEqual(["ben"]);
    expect(listeners.size).toBe(1);
  });

  it("wake when the query cannot be run", async () => {
    const waitingActions = new WaitingActions();
    let makeStale = (): void => undefined;
    const freshness = {
      watch: (onStale: () => void) => {
        makeStale = onStale;
        return () => undefined;
      },
    };
    const wake = vi.fn<() => void>();
    waitingActions
      .after(
        () => "query",
        { fingerprint: "x", freshness },
        () => Promise.reject(new Error("no")),
      )
      .watch(wake);
    makeStale();
    await vi.runAllTimersAsync();
    expect(wake).toHaveBeenCalledTimes(1);
  });
});
