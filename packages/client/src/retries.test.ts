import { describe, expect, it } from "vitest";
import { retryAfterMs, retryDelayMs } from "./retries.js";

it("the wait before a try doubles up to eight seconds, and is never shorter than half", () => {
  expect([0, 1, 2, 10, 1000].map((tries) => retryDelayMs(tries, 1))).toEqual([250, 500, 1000, 8000, 8000]);
  expect([0, 1000].map((tries) => retryDelayMs(tries, 0))).toEqual([125, 4000]);
});

describe("Retry-After", () => {
  const nowMs = Date.UTC(2026, 10, 27, 12);

  it.each([
    ["3", 3000],
    ["0", 0],
    ["Fri, 27 Nov 2026 12:00:05 GMT", 5000],
    ["Fri, 27 Nov 2026 11:00:00 GMT", 0],
    ["soon", undefined],
    [null, undefined],
  ])("%j", (header, ms) => {
    expect(retryAfterMs(header, nowMs)).toBe(ms);
  });
});
