import { describe, expect, it } from "vitest";
import { boundAfter, bounds, limitsOf } from "./bounds";

const minute = 60_000;
const day = 24 * 60 * minute;

describe("the limits of a run", () => {
  it("are the time that its steps may take with retries, for each iteration, plus a minute", () => {
    const steps = [{ timeoutMs: 10 * minute, maxRetries: 2 }, { timeoutMs: 5 * minute }];
    expect(limitsOf(steps, 1)).toEqual({ runMs: 36 * minute, turnMs: 11 * minute });
    expect(limitsOf(steps, 3)).toEqual({ runMs: 106 * minute, turnMs: 11 * minute });
  });

  it("are a day, and an hour for a turn, where a step has none", () => {
    expect(limitsOf([{ timeoutMs: minute }, {}], 100)).toEqual({ runMs: day, turnMs: 60 * minute });
  });

  it("are thirty days at most", () => {
    const { runMs } = limitsOf([{ timeoutMs: day, maxRetries: 10 }], 100);
    expect(runMs).toBe(30 * day + minute);
  });
});

describe("the bound of a run", () => {
  const run = { limits: { runMs: 10 * minute, turnMs: minute }, activeDurationMs: 4 * minute };

  it("leaves the remaining running time", () => {
    expect(boundAfter(run, "running", day)).toBe(day + 6 * minute);
    expect(boundAfter({ ...run, activeDurationMs: day }, "running", day)).toBe(day);
  });

  it("is never later than that of a graceful stop", () => {
    for (const status of ["pending", "running", "paused"] as const) {
      expect(boundAfter({ ...run, stopByMs: day + minute }, status, day)).toBe(day + minute);
    }
  });

  it("exists in every state that nothing else ends", () => {
    expect(boundAfter(run, "scheduled", day)).toBeUndefined();
    expect(boundAfter(run, "paused", day)).toBe(day + bounds.pauseMs);
    expect(boundAfter(run, "failed", day)).toBe(day + bounds.settlingMs);
  });
});
