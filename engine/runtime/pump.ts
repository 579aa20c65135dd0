// The only place where guest code is entered. Steps of all runs stand in line, in a lane for each client; each is
// performed to its end (its microtasks included) before the next, inside one containment for as many as a turn of the
// event loop has time for.
import { performance } from "node:perf_hooks";
import { activeRunOrNull, setActiveRun } from "./active";
import { afterArrivals, arrivalsComeFirst } from "../loop/arrivals";
import { Lanes } from "../loop/lanes";
import { turnEndsAt } from "../loop/turn";
import { contain, guarded } from "./containment";
import type { Run } from "./run";

interface Step {
  /** Called when the step's turn has come: a run that has not begun takes its context only then. */
  run: () => Run;
  work: (run: Run) => void;
}

/** One that stands in no lane yet. */
interface Arrival extends Step {
  lane: string;
}

/** A termination unwinds the loop over them; the steps behind it are not lost by that. */
const steps = new Lanes<Step>();
let isScheduled = false;
let arrivals: Arrival[] = [];

export function enqueue(run: Run, work: () => void): void {
  enqueueStart(run.environment.lane, () => run, work);
}

/** A run that others wait for begins as soon as may be. */
export function enqueueStart(lane: string, run: () => Run, work: (run: Run) => void): void {
  steps.push(lane, { run, work });
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(pump);
}

/**
 * Requests that arrive in one turn of the loop begin together at its end: they share a containment, and each that ends
 * without waiting leaves its context, still warm, to the next.
 */
export function enqueueArrival(lane: string, run: () => Run, work: (run: Run) => void): void {
  arrivals.push({ lane, run, work });
  if (arrivals.length === 1) setImmediate(admitArrivals);
}

function admitArrivals(): void {
  for (const arrival of arrivals) steps.push(arrival.lane, arrival);
  arrivals = [];
  isScheduled = true;
  pump();
}

function pump(): void {
  if (steps.isEmpty) return;
  if (arrivalsComeFirst()) return afterArrivals(pump);
  const endsAt = turnEndsAt();
  while (!performContained(() => performUntil(endsAt)));
  if (steps.isEmpty) isScheduled = false;
  else setImmediate(pump);
}

function performUntil(endsAt: number): void {
  do {
    const step = steps.next();
    if (step === null) return;
    perform(step);
  } while (performance.now() < endsAt);
}

function perform(step: Step): void {
  const run = step.run();
  if (run.isClosed) return;
  setActiveRun(run);
  run.budgetMs = guarded(run.budgetMs, () => run.guest.perform(() => step.work(run)));
  setActiveRun(null);
  run.afterSlice();
}

let isTogether = false;

/**
 * Runs `job`, in which functions may be performed at once, inside one containment. False when one of them was ended in
 * the middle, which leaves the rest of `job` undone.
 */
export function together(job: () => void): boolean {
  isTogether = true;
  const isWhole = performContained(job);
  isTogether = false;
  return isWhole;
}

/** Performs a run's first step now, where `together` allows it; false where it has to wait for its turn. */
export function performNow(run: () => Run, work: (run: Run) => void): boolean {
  if (!isTogether || activeRunOrNull() !== null) return false;
  perform({ run, work });
  return true;
}

/** False when a run was ended in the middle, which leaves the rest of `job` undone. */
function performContained(job: () => void): boolean {
  const containment = contain(job);
  if (containment === "finished") return true;
  const run = activeRunOrNull();
  setActiveRun(null);
  run?.terminated(containment);
  return false;
}

/** Guest code that a host object calls, with its result: within a step it is part of that step. */
export function enter<T>(run: Run, callback: () => T): T {
  if (activeRunOrNull() === run) return callback();
  const result: { value?: { of: T } } = {};
  const step = { run: () => run, work: () => (result.value = { of: callback() }) };
  performContained(() => perform(step));
  if (!result.value) throw new Error("The function that made this call has already returned.");
  return result.value.of;
}

/** As `enter`, for what nobody waits for: the run may end in it. */
export function tryToEnter(run: Run, callback: () => void): void {
  if (activeRunOrNull() === run) return callback();
  performContained(() => perform({ run: () => run, work: callback }));
}

const EAGER_POLLS = 200;
const EAGER_POLL_MS = 1;
const PATIENT_POLL_MS = 10;
/** About three seconds: no blob or stream in memory takes that long. */
const POLLS_OF_TRANSACTION = 500;

/** Empties the microtask queue of the run's context from time to time, until the run is over. */
export function pollMicrotasks(run: Run, polls = 0): void {
  setTimeout(
    () => {
      if (run.isClosed) return;
      if (polls > POLLS_OF_TRANSACTION && !run.isAction) run.giveUp();
      enqueue(run, () => undefined);
      pollMicrotasks(run, polls + 1);
    },
    polls < EAGER_POLLS ? EAGER_POLL_MS : PATIENT_POLL_MS,
  );
}
