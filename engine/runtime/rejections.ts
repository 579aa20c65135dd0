// A rejection that guest code leaves unhandled ends its run and nothing else. Node reports the rejections of all
// contexts to the process. The promise shows whose it is: it belongs to a context, or a run asked a host object for it.
// Otherwise its reason may belong to a context. What belongs to nobody is only logged, because any promise of the host
// may be one that guest code caused.
import { types } from "node:util";
import { reportFailure } from "../failureReport";
import type { Guest } from "./guest";
import { describeForLog } from "./pump";
import type { Run } from "./run";

/** The contexts by their own prototypes. */
const guests = new WeakMap<object, Guest>();
/** The runs that asked host objects for promises. */
const askers = new WeakMap<object, Run>();
let isListening = false;

export function claimRejections(guest: Guest): void {
  guests.set(guest.realm.Promise.prototype, guest);
  guests.set(guest.realm.Object.prototype, guest);
  if (isListening) return;
  isListening = true;
  process.on("unhandledRejection", onUnhandledRejection);
}

/** If nobody handles a rejection of the host's promise, the run fails. */
export function attributeToRun(promise: unknown, run: Run): void {
  if (types.isPromise(promise)) askers.set(promise, run);
}

let callbacks: (() => void)[] = [];

/**
 * Calls `callback` once Node has reported every rejection that the steps of this turn left unhandled. Node reports them
 * in order when the turn's microtasks are done. So after the last step the engine leaves a rejection of its own
 * unhandled on purpose: when Node reports it, all earlier ones have been reported. Runs are answered earlier this way
 * than at the end of the turn, so they need few contexts, and these stay warm. If others listen for rejections too (a
 * test runner does), the callback waits for the end of the turn.
 */
export function afterRejectionReports(callback: () => void): void {
  callbacks.push(callback);
  if (callbacks.length === 1) queueMicrotask(sendSignal);
}

const signal = Symbol("all earlier rejections have been reported");
const signalled: (() => void)[] = [];

function sendSignal(): void {
  const batch = callbacks;
  callbacks = [];
  const callAll = (): void => batch.forEach((callback) => callback());
  if (process.listenerCount("unhandledRejection") !== 1) {
    setImmediate(callAll);
    return;
  }
  signalled.push(callAll);
  void Promise.reject(signal);
}

/** The run that left the rejection unhandled. When several runs share the context, nobody knows which one it was. */
function runToBlame({ openRuns, run }: Guest): Run | null {
  return openRuns === 1 ? run : null;
}

let late = 0;

/** A counter. It grows with every rejection that may belong to a mutation that had already returned its result. */
export function lateRejections(): number {
  return late;
}

function onUnhandledRejection(reason: unknown, promise: Promise<unknown>): void {
  if (reason === signal) return signalled.shift()?.();
  const asker = askers.get(promise);
  const guest = asker?.guest ?? guestOf(promise) ?? guestOf(reason);
  if (guest) {
    if (guest.hasEarlyAnswers) late++;
    if (asker !== undefined) asker.failByRejection(reason);
    else if (!guest.isShared) runToBlame(guest)?.failByRejection(reason);
  } else if (process.listenerCount("unhandledRejection") === 1) {
    reportFailure("A promise was rejected and nobody handled it. The process continues.", describeForLog(reason));
  }
}

/** Returns the context that `value` was made in. A proxy is not asked, because its traps are guest code. */
function guestOf(value: unknown): Guest | undefined {
  let object: unknown = value;
  while ((typeof object === "object" || typeof object === "function") && object !== null && !types.isProxy(object)) {
    const guest = guests.get(object);
    if (guest) return guest;
    object = Object.getPrototypeOf(object);
  }
  return undefined;
}
