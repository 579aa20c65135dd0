import { expect, it } from "vitest";
import { readRetryAfter, retryDelayMs } from "./retries";

const minuteMs = 60_000;
const delays = [5000, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs, 300 * minuteMs, 600 * minuteMs, 600 * minuteMs];

it("a failure is followed by seven more tries, each up to a tenth later than its time", () => {
  expect(delays.map((_, index) => retryDelayMs(index + 1, null, 0))).toEqual(delays);
  expect(delays.map((_, index) => retryDelayMs(index + 1, null, 1))).toEqual(
    delays.map((delay) => Math.round(delay * 1.1)),
  );
  expect(retryDelayMs(8, null, 0)).toBeNull();
  expect(retryDelayMs(8, 1000, 0)).toBeNull();
});

it.each([
  [60_000, 60_000],
  [1000, 5000],
  [3_600_000, 3_600_000],
  [86_400_000, 3_600_000],
])("a receiver that asks for %i ms after the first failure gets %i ms", (asked, given) => {
  expect(retryDelayMs(1, asked, 0)).toBe(given);
});

const nowMs = Date.UTC(2026, 0, 1, 12);
it.each([
  ["0", 0],
  ["120", 120_000],
  [" 5 ", 5000],
  ["Thu, 01 Jan 2026 12:00:30 GMT", 30_000],
  ["Thu, 01 Jan 2026 11:00:00 GMT", 0],
  ["-1", null],
  ["1.5", null],
  ["soon", null],
  ["", null],
  ["Thursday", null],
])("Retry-After: %s", (header, ms) => {
  expect(readRetryAfter(header, nowMs)).toBe(ms);
});
