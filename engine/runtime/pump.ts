// The only place where guest code is entered. Steps of all runs stand in one line; each is performed to its end (its
// microtasks included) before the next, inside one containment for as many as are waiting.
import { activeRunOrNull, setActiveRun } from "./active";
import { contain, guarded } from "./containment";
import { signalAfterRejections } from "./rejections";
import type { Run } from "./run";

interface Step {
  run: Run;
  work: () => void;
}

let steps: Step[] = [];
/** Outside of the loop, since a termination unwinds the loop and the steps behind it must not be lost. */
let next = 0;
let isScheduled = false;

export function enqueue(run: Run, work: () => void): void {
  steps.push({ run, work });
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(pump);
}

function pump(): void {
  while (!contain(performAll)) afterTermination();
  steps = [];
  next = 0;
  isScheduled = false;
}

function performAll(): void {
  for (;;) {
    const step = steps[next++];
    if (!step) return;
    perform(step);
  }
}

function perform({ run, work }: Step): void {
  if (run.isClosed) return;
  setActiveRun(run);
  run.budgetMs = guarded(run.budgetMs, () => run.guest.perform(work));
  setActiveRun(null);
  run.afterSlice();
}

function afterTermination(): void {
  const run = activeRunOrNull();
  setActiveRun(null);
  run?.terminated();
}

/** Guest code that a host object calls, with its result: within a step it is part of that step. */
export function enter<T>(run: Run, callback: () => T): T {
  if (activeRunOrNull() === run) return callback();
  const result: { value?: { of: T } } = {};
  const step: Step = { run, work: () => (result.value = { of: callback() }) };
  if (!contain(() => perform(step))) afterTermination();
  if (!result.value) throw new Error("The function that made this call has already returned.");
  return result.value.of;
}

let finished: Run[] = [];

/**
 * Lets the run answer once Node has told which rejections nobody handled, since they undo a success. Node tells of them
 * in order when this turn's microtasks are done, so a rejection of the engine's own, left unhandled on purpose after
 * the last step, is told of right after those of the runs. That keeps runs from piling up until the loop has turned,
 * and so the same few contexts warm. Where others listen for rejections too (a test runner), the end of the turn has to
 * do.
 */
export function answerWhenRejectionsAreKnown(run: Run): void {
  finished.push(run);
  if (finished.length === 1) queueMicrotask(answerFinished);
}

function answerFinished(): void {
  const runs = finished;
  finished = [];
  const answer = (): void => runs.forEach((run) => run.answer());
  if (!signalAfterRejections(answer)) setImmediate(answer);
}

const EAGER_POLLS = 200;
const EAGER_POLL_MS = 1;
const PATIENT_POLL_MS = 10;

/** Empties the microtask queue of the run's context from time to time, until the run is over. */
export function pollMicrotasks(run: Run, polls = 0): void {
  setTimeout(
    () => {
      if (run.isClosed) return;
      enqueue(run, () => undefined);
      pollMicrotasks(run, polls + 1);
    },
    polls < EAGER_POLLS ? EAGER_POLL_MS : PATIENT_POLL_MS,
  );
}
