// Jobs that wait for people give their places back, and get places again when there are some.
import { expect, it } from "vitest";
import { Places } from "./places";
import type { JobPlace } from "./places";

const over = new AbortController().signal;

/** Resolves when everything that has become possible has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

function placesOf(total: number, waitingAgents = 10): Places {
  return new Places({ total, waitingAgents }, () => undefined);
}

/** The job begins to wait. `answer` ends that; `isBack` says whether it has its place again. */
function leave(place: JobPlace, { keepsAgent = true, until }: { keepsAgent?: boolean; until?: AbortSignal } = {}) {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const state = { isBack: false, isQueued: false, answer };
  const onQueued = () => void (state.isQueued = true);
  const options = { keepsAgent, onQueued, ...(until === undefined ? {} : { until }) };
  const done = place.leaveWhile(() => answered, options).then(() => (state.isBack = true));
  done.catch(() => undefined);
  return Object.assign(state, { done });
}

it("a job that waits leaves its place to another, and gets the next one that is free", async () => {
  const places = placesOf(1);
  const asking = leave(places.take(over));
  expect(places.counts).toEqual({ total: 1, free: 1, waiting: 1 });
  const second = places.take(over);
  asking.answer();
  await settled();
  expect([asking.isBack, asking.isQueued, places.counts.waiting]).toEqual([false, true, 1]);
  second.end();
  await settled();
  expect([asking.isBack, places.isFull, places.counts.waiting]).toEqual([true, true, 0]);
});

it("those who are answered come back in the order of their answers", async () => {
  const places = placesOf(1);
  const first = leave(places.take(over));
  const secondPlace = places.take(over);
  const second = leave(secondPlace);
  const third = places.take(over);
  second.answer();
  await settled();
  first.answer();
  await settled();
  third.end();
  await settled();
  expect([first.isBack, second.isBack]).toEqual([false, true]);
  secondPlace.end();
  await settled();
  expect(first.isBack).toBe(true);
});

it("agents that wait are bounded, and one that had to keep its place leaves it to one that is answered", async () => {
  const places = placesOf(1, 1);
  const first = leave(places.take(over));
  const keeping = places.take(over);
  const second = leave(keeping);
  expect(places.counts).toEqual({ total: 1, free: 0, waiting: 1 });
  first.answer();
  await settled();
  // Otherwise the one would wait for the place of the other, which waits for a person.
  expect([first.isBack, first.isQueued, places.isFull]).toEqual([true, false, true]);
  keeping.end();
  expect(places.counts).toEqual({ total: 1, free: 0, waiting: 0 });
  second.answer();
});

it("jobs that wait without an agent do not count among the agents", () => {
  const places = placesOf(1, 0);
  leave(places.take(over), { keepsAgent: false });
  expect(places.isFull).toBe(false);
  leave(places.take(over));
  expect(places.isFull).toBe(true);
});

it("an agent that asks twice is back when both are answered", async () => {
  const places = placesOf(1);
  const place = places.take(over);
  const [first, second] = [leave(place), leave(place)];
  first.answer();
  await settled();
  expect([first.isBack, places.isFull]).toEqual([true, false]);
  second.answer();
  await settled();
  expect([second.isBack, places.isFull]).toEqual([true, true]);
});

it("a turn that ends while its agent waits leaves the way back to its step", async () => {
  const places = placesOf(1);
  const place = places.take(over);
  const turn = new AbortController();
  const asking = leave(place, { until: turn.signal });
  const other = places.take(over);
  asking.answer();
  await settled();
  turn.abort(new Error("The turn is over."));
  let hasEntered = false;
  const entering = place.enter().then(() => (hasEntered = true));
  await expect(asking.done).rejects.toThrow("The turn is over.");
  expect([hasEntered, places.counts.waiting]).toEqual([false, 1]);
  other.end();
  await entering;
  expect(places.counts).toEqual({ total: 1, free: 0, waiting: 0 });
});

it("a job that was cancelled in the queue gets no place, and leaves none taken", async () => {
  const places = placesOf(1);
  const job = new AbortController();
  const place = places.take(job.signal);
  const asking = leave(place);
  const other = places.take(over);
  asking.answer();
  await settled();
  job.abort(new Error("cancelled"));
  await expect(asking.done).rejects.toThrow("cancelled");
  place.end();
  other.end();
  expect(places.counts).toEqual({ total: 1, free: 1, waiting: 0 });
});

it("a job that was claimed in the moment in which another came back is one more for a while", async () => {
  const places = placesOf(1);
  const asking = leave(places.take(over));
  asking.answer();
  await settled();
  const claimed = places.take(over);
  expect(places.counts).toEqual({ total: 1, free: 0, waiting: 0 });
  claimed.end();
  expect(places.isFull).toBe(true);
});
