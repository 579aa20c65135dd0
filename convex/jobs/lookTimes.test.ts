import { expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "../lib/times";
import { nextLookMs } from "./lookTimes";

it.each([
  ["new", 0, false, 5 * minuteMs],
  ["new, with checks that run", 0, true, 30_000],
  ["with checks that hang", 6 * hourMs, true, 5 * minuteMs],
  ["almost a day old", dayMs - 1, false, 5 * minuteMs],
  ["a day old", dayMs, false, hourMs],
  ["a month old", 31 * dayMs - 1, false, hourMs],
  ["older", 31 * dayMs, false, dayMs],
  ["old", 121 * dayMs - 1, true, dayMs],
  ["too old", 121 * dayMs, true, null],
])("the next look at a request that is %s", (_what, ageMs, areChecksRunning, inMs) => {
  const nowMs = 1_000 * dayMs;
  const next = nextLookMs({ sinceMs: nowMs - ageMs, areChecksRunning }, nowMs);
  expect(next).toBe(inMs === null ? null : nowMs + inMs);
});
