// Jobs that wait for people give their slots back, and get slots again when there are some.
import { expect, it } from "vitest";
import { Slots } from "./slots";
import type { JobSlot } from "./slots";

const over = new AbortController().signal;

/** Resolves when everything that has become possible has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

function slotsOf(total: number, waitingAgents = 10): Slots {
  return new Slots({ total, waitingAgents }, () => undefined);
}

/** The job begins to wait. `answer` ends that; `isBack` says whether it has its slot again. */
function leave(slot: JobSlot, { keepsAgent = true, until }: { keepsAgent?: boolean; until?: AbortSignal } = {}) {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const state = { isBack: false, isQueued: false, answer };
  const onQueued = () => void (state.isQueued = true);
  const options = { keepsAgent, onQueued, ...(until === undefined ? {} : { until }) };
  const done = slot.leaveWhile(() => answered, options).then(() => (state.isBack = true));
  done.catch(() => undefined);
  return Object.assign(state, { done });
}

it("a job that waits leaves its slot to another, and gets the next one that is free", async () => {
  const slots = slotsOf(1);
  const asking = leave(slots.take(over));
  expect(slots.counts).toEqual({ total: 1, free: 1, waiting: 1 });
  const second = slots.take(over);
  asking.answer();
  await settled();
  expect([asking.isBack, asking.isQueued, slots.counts.waiting]).toEqual([false, true, 1]);
  second.end();
  await settled();
  expect([asking.isBack, slots.isFull, slots.counts.waiting]).toEqual([true, true, 0]);
});

it("those who are answered come back in the order of their answers", async () => {
  const slots = slotsOf(1);
  const first = leave(slots.take(over));
  const secondPlace = slots.take(over);
  const second = leave(secondPlace);
  const third = slots.take(over);
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

it("agents that wait are bounded, and one that had to keep its slot leaves it to one that is answered", async () => {
  const slots = slotsOf(1, 1);
  const first = leave(slots.take(over));
  const keeping = slots.take(over);
  const second = leave(keeping);
  expect(slots.counts).toEqual({ total: 1, free: 0, waiting: 1 });
  first.answer();
  await settled();
  // Otherwise the one would wait for the slot of the other, which waits for a person.
  expect([first.isBack, first.isQueued, slots.isFull]).toEqual([true, false, true]);
  keeping.end();
  expect(slots.counts).toEqual({ total: 1, free: 0, waiting: 0 });
  second.answer();
});

it("jobs that wait without an agent do not count among the agents", () => {
  const slots = slotsOf(1, 0);
  leave(slots.take(over), { keepsAgent: false });
  expect(slots.isFull).toBe(false);
  leave(slots.take(over));
  expect(slots.isFull).toBe(true);
});

it("an agent that asks twice is back when both are answered", async () => {
  const slots = slotsOf(1);
  const slot = slots.take(over);
  const [first, second] = [leave(slot), leave(slot)];
  first.answer();
  await settled();
  expect([first.isBack, slots.isFull]).toEqual([true, false]);
  second.answer();
  await settled();
  expect([second.isBack, slots.isFull]).toEqual([true, true]);
});

it("a turn that ends while its agent waits leaves the way back to its step", async () => {
  const slots = slotsOf(1);
  const slot = slots.take(over);
  const turn = new AbortController();
  const asking = leave(slot, { until: turn.signal });
  const other = slots.take(over);
  asking.answer();
  await settled();
  turn.abort(new Error("The turn is over."));
  let hasEntered = false;
  const entering = slot.enter().then(() => (hasEntered = true));
  await expect(asking.done).rejects.toThrow("The turn is over.");
  expect([hasEntered, slots.counts.waiting]).toEqual([false, 1]);
  other.end();
  await entering;
  expect(slots.counts).toEqual({ total: 1, free: 0, waiting: 0 });
});

it("a job that was cancelled in the queue gets no slot, and leaves none taken", async () => {
  const slots = slotsOf(1);
  const job = new AbortController();
  const slot = slots.take(job.signal);
  const asking = leave(slot);
  const other = slots.take(over);
  asking.answer();
  await settled();
  job.abort(new Error("cancelled"));
  await expect(asking.done).rejects.toThrow("cancelled");
  slot.end();
  other.end();
  expect(slots.counts).toEqual({ total: 1, free: 1, waiting: 0 });
});

it("a job that was claimed in the moment in which another came back is one more for a while", async () => {
  const slots = slotsOf(1);
  const asking = leave(slots.take(over));
  asking.answer();
  await settled();
  const claimed = slots.take(over);
  expect(slots.counts).toEqual({ total: 1, free: 0, waiting: 0 });
  claimed.end();
  expect(slots.isFull).toBe(true);
});
