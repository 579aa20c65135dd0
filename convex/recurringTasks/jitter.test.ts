import { describe, expect, it } from "vitest";
import { minuteMs } from "../lib/times";
import { timeZoneCache } from "../lib/timeZones";
import { delayed, firingsFrom, nextFiring } from "./jitter";

const utc = timeZoneCache()("UTC");
const schedule = {
  frequency: "cron",
  cron: "0 * * * *",
  scheduledHour: 0,
  scheduledMinute: 0,
  anchorDate: "2026-01-01",
} as const;
const task = (id: string, jitterSeconds: number) => ({ ...schedule, _id: id, jitterSeconds });
const fromMs = Date.UTC(2026, 0, 30);
const hours = Array.from({ length: 200 }, (_, hour) => fromMs + hour * 60 * minuteMs);

describe("the delay of a task", () => {
  it("is the same for the same task and time, and another one for others", () => {
    const delays = (id: string) => hours.map((atMs) => delayed(task(id, 3600), atMs) - atMs);
    expect(delays("a")).toEqual(delays("a"));
    expect(delays("a")).not.toEqual(delays("b"));
    expect(new Set(delays("a")).size).toBeGreaterThan(100);
  });

  it("is whole seconds from 0 to the longest one, both included", () => {
    const delays = hours.map((atMs) => delayed(task("a", 2), atMs) - atMs);
    expect([...new Set(delays)].sort((a, b) => a - b)).toEqual([0, 1000, 2000]);
    expect(hours.map((atMs) => delayed(task("a", 0), atMs))).toEqual(hours);
  });
});

describe("the times at which a task fires", () => {
  it("are those of its schedule, each delayed, also when it fires late within the delay", () => {
    const hourly = task("a", 3600);
    const firings = firingsFrom(hourly, utc, nextFiring(hourly, utc, fromMs - 1), 100);
    const possible = new Set(hours.map((atMs) => delayed(hourly, atMs)));
    expect(firings.every((atMs) => possible.has(atMs))).toBe(true);
    expect(firings.toSorted((a, b) => a - b)).toEqual(firings);
    expect(new Set(firings).size).toBe(100);
  });

  it("come strictly after the given one, so that none fires twice", () => {
    for (const seconds of [0, 1, 59, 3600]) {
      for (const atMs of hours) {
        const firing = nextFiring(task("a", seconds), utc, atMs);
        expect(firing).toBeGreaterThan(atMs);
        expect(nextFiring(task("a", seconds), utc, firing)).toBeGreaterThan(firing);
        expect(nextFiring(task("a", seconds), utc, firing - 1)).toBe(firing);
      }
    }
  });
});
