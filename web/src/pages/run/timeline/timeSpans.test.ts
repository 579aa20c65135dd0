import { expect, it } from "vitest";
import { positionOnScale, roundSpan, spansInStatus } from "./timeSpans";
import type { StatusChange } from "./timeSpans";

const moves: StatusChange[] = [
  { seq: 0, atMs: 0, status: "pending", attempt: 1 },
  { seq: 1, atMs: 10, status: "running", attempt: 1 },
  { seq: 2, atMs: 20, status: "paused", attempt: 1 },
  { seq: 3, atMs: 50, status: "running", attempt: 1 },
  { seq: 4, atMs: 80, status: "failed", attempt: 1 },
  { seq: 5, atMs: 90, status: "pending", attempt: 2 },
];

it("finds when an attempt waited and paused", () => {
  expect(spansInStatus(moves, "pending", 1)).toEqual([{ fromMs: 0, untilMs: 10 }]);
  expect(spansInStatus(moves, "paused", 1)).toEqual([{ fromMs: 20, untilMs: 50 }]);
  expect(spansInStatus(moves, "pending", 2)).toEqual([{ fromMs: 90, untilMs: null }]);
});

it("places a span on the scale, and nothing that lies outside of it", () => {
  const scale = { fromMs: 100, untilMs: 200 };
  expect(positionOnScale(scale, { fromMs: 125, untilMs: 150 }, 999)).toEqual({ start: 0.25, size: 0.25 });
  expect(positionOnScale(scale, { fromMs: 50, untilMs: null }, 150)).toEqual({ start: 0, size: 0.5 });
  expect(positionOnScale(scale, { fromMs: 10, untilMs: 20 }, 999)).toBeNull();
});

it("spans the steps of a round, up to now while one of them works", () => {
  const done = { createdAt: 1_000, startedAt: 2_000, completedAt: 9_000 };
  const works = { createdAt: 9_000, startedAt: 9_500, completedAt: null };
  expect(roundSpan([done], 99_000)).toEqual({ fromMs: 1_000, untilMs: 9_000 });
  expect(roundSpan([done, works], 99_000)).toEqual({ fromMs: 1_000, untilMs: 99_000 });
});
