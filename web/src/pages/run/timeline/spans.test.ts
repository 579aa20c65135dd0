import { expect, it } from "vitest";
import { placeOn, spansIn } from "./spans";
import type { Move } from "./spans";

const moves: Move[] = [
  { seq: 0, atMs: 0, status: "pending", attempt: 1 },
  { seq: 1, atMs: 10, status: "running", attempt: 1 },
  { seq: 2, atMs: 20, status: "paused", attempt: 1 },
  { seq: 3, atMs: 50, status: "running", attempt: 1 },
  { seq: 4, atMs: 80, status: "failed", attempt: 1 },
  { seq: 5, atMs: 90, status: "pending", attempt: 2 },
];

it("finds when an attempt waited and paused", () => {
  expect(spansIn(moves, "pending", 1)).toEqual([{ fromMs: 0, untilMs: 10 }]);
  expect(spansIn(moves, "paused", 1)).toEqual([{ fromMs: 20, untilMs: 50 }]);
  expect(spansIn(moves, "pending", 2)).toEqual([{ fromMs: 90, untilMs: null }]);
});

it("places a span on the scale, and nothing that lies outside of it", () => {
  const scale = { fromMs: 100, untilMs: 200 };
  expect(placeOn(scale, { fromMs: 125, untilMs: 150 }, 999)).toEqual({ start: 0.25, size: 0.25 });
  expect(placeOn(scale, { fromMs: 50, untilMs: null }, 150)).toEqual({ start: 0, size: 0.5 });
  expect(placeOn(scale, { fromMs: 10, untilMs: 20 }, 999)).toBeNull();
});
