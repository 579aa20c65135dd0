// The only module that enters guest code. The steps of all runs wait in a queue with a lane for each client. Each step
// is performed to its end, with all its microtasks, before the next one begins. One containment holds as many steps as
// a turn of the event loop has time for.
import { performance } from "node:perf_hooks";
import { types } from "node:util";
import { activeRunOrNull, setActiveRun } from "./activeRun";
import { afterConnections, haveConnectionsPriority } from "../loop/connectionPriority";
import { FairQueue } from "../loop/fairQueue";
import { turnEndsAt } from "../loop/turnTime";
import { contain, runGuest } from "./containment";
import type { RunFailure } from "./failure";
import { type GuestName, guestName, nameGuest } from "./guestNames";
import type { Run } from "./run";

interface Step {
  /** Called when the step's turn has come. A run that has not begun takes its context only then. */
  run: () => Run;
  work: (run: Run) => void;
}

/** The first step of a request that has just arrived. It is not in a lane yet. */
interface Arrival extends Step {
  lane: string;
}

/** The steps that wait. A termination unwinds the loop that performs them, but the remaining steps stay here. */
const steps = new FairQueue<Step>();
let isScheduled = false;
let arrivals: Arrival[] = [];

export function enqueue(run: Run, work: () => void): void {
  enqueueStart(run.environment.lane, () => run, work);
}

/** Begins a run as soon as possible, because others wait for it. */
export function enqueueStart(lane: string, run: () => Run, work: (run: Run) => void): void {
  steps.push(lane, { run, work });
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(pump);
}

/**
 * Requests that arrive in one turn of the event loop begin together at its end. They share a containment. A request
 * that ends without waiting leaves its warm context to the next.
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
  if (haveConnectionsPriority()) return afterConnections(pump);
  const endsAt = turnEndsAt();
  while (!performContained(() => performUntil(endsAt)));
  if (steps.isEmpty) isScheduled = false;
  else setImmediate(pump);
}

function performUntil(endsAt: number): void {
  let begunAt = performance.now();
  do {
    const step = steps.next();
    if (step === null) return;
    perform(step);
    const endedAt = performance.now();
    steps.took(endedAt - begunAt);
    begunAt = endedAt;
  } while (begunAt < endsAt);
}

function perform(step: Step): void {
  const run = step.run();
  if (run.isClosed) return;
  setActiveRun(run);
  nameGuest(run.name);
  run.budgetMs = runGuest(run.budgetMs, () => run.guest.perform(() => step.work(run)));
  setActiveRun(null);
  run.afterSlice();
}

let isTogether = false;

/**
 * Runs `job` inside one containment, in which functions are performed at once. Returns false when the watchdog
 * terminated one of them. Then the rest of `job` was not done.
 */
export function runContained(job: () => void): boolean {
  isTogether = true;
  const isWhole = performContained(job);
  isTogether = false;
  return isWhole;
}

/** Performs the first step of a run at once inside `runContained`. Elsewhere it returns false: the run must wait. */
export function performNow(run: () => Run, work: (run: Run) => void): boolean {
  if (!isTogether || activeRunOrNull() !== null) return false;
  perform({ run, work });
  return true;
}

/** Returns false when the watchdog terminated a run. Then the rest of `job` was not done. */
function performContained(job: () => void): boolean {
  const containment = contain(job);
  if (containment === "finished") return true;
  const run = activeRunOrNull();
  setActiveRun(null);
  run?.terminated(containment);
  return false;
}

type Outcome<T> = { kind: "returned"; value: T } | { kind: "threw"; error: unknown };

/**
 * Runs guest code that a host object calls, and returns or throws what that code does: the host object decides what
 * becomes of an error. Within a step of the run it is part of that step.
 */
export function enter<T>(run: Run, callback: () => T): T {
  if (activeRunOrNull() === run) return callback();
  const entered: { outcome?: Outcome<T> } = {};
  performContained(() => perform({ run: () => run, work: () => (entered.outcome = outcomeOf(callback)) }));
  const { outcome } = entered;
  if (outcome === undefined) throw new Error("The function that made this call has already returned.");
  if (outcome.kind === "threw") throw outcome.error;
  return outcome.value;
}

function outcomeOf<T>(callback: () => T): Outcome<T> {
  try {
    return { kind: "returned", value: callback() };
  } catch (error) {
    return { kind: "threw", error };
  }
}

/** Like `enter`, for guest code whose result nobody needs. The run may end while the code runs. */
export function tryToEnter(run: Run, callback: () => void): void {
  if (activeRunOrNull() === run) return callback();
  performContained(() => perform({ run: () => run, work: callback }));
}

/** How long guest code may take that runs while the engine reads an error. */
const DESCRIBING_MS = 1000;

/**
 * Describes an error of a run. Reading it may run guest code: getters, and traps of proxies. Returns null when that
 * code was stopped or threw.
 */
export function describeForRun(run: Run, describe: () => RunFailure): RunFailure | null {
  if (activeRunOrNull() === run) return attempt(describe);
  return describeGuest(run.name, describe);
}

const NOBODY = guestName("", "", () => "");

/** Returns the text of an error that belongs to no run. */
export function describeForLog(error: unknown): string {
  const text = describeGuest(NOBODY, () => (types.isNativeError(error) ? String(error.stack) : String(error)));
  return text ?? "The error cannot be read.";
}

function describeGuest<T>(name: GuestName, describe: () => T): T | null {
  const result: { of: T | null } = { of: null };
  const before = activeRunOrNull();
  setActiveRun(null);
  contain(() => {
    nameGuest(name);
    runGuest(DESCRIBING_MS, () => (result.of = attempt(describe)));
  });
  setActiveRun(before);
  return result.of;
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

const EAGER_POLLS = 200;
const EAGER_POLL_MS = 1;
const PATIENT_POLL_MS = 10;
/** How often a query or mutation is polled, about three seconds in all. No blob or stream in memory takes that long. */
const POLLS_OF_TRANSACTION = 500;

/** Runs the waiting microtasks of the run's context from time to time, until the run is over. */
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
