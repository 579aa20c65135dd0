// A rejection that guest code left unhandled ends its run. Node reports those of all contexts to the process; whose
// they are shows in the promise's prototype.
import type { Guest } from "./guest";

const guests = new WeakMap<object, Guest>();
let isListening = false;

export function claimRejections(guest: Guest): void {
  guests.set(guest.realm.Promise.prototype, guest);
  if (isListening) return;
  isListening = true;
  process.on("unhandledRejection", onUnhandledRejection);
}

let callbacks: (() => void)[] = [];

/**
 * Calls back once Node has told of every rejection that the steps of this turn left unhandled. Node tells of them in
 * order when the turn's microtasks are done, so a rejection of the engine's own, left unhandled on purpose after the
 * last step, is told of right after those. That keeps runs from piling up until the loop has turned, and so the same
 * few contexts warm. Where others listen for rejections too (a test runner), the end of the turn has to do.
 */
export function afterRejections(callback: () => void): void {
  callbacks.push(callback);
  if (callbacks.length === 1) queueMicrotask(sendSignal);
}

const signal = Symbol("all earlier rejections have been told of");
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

let late = 0;

/** Grows with every rejection that may belong to a mutation which had already given its result. */
export function lateRejections(): number {
  return late;
}

function onUnhandledRejection(reason: unknown, promise: Promise<unknown>): void {
  if (reason === signal) return signalled.shift()?.();
  const guest = guests.get(Object.getPrototypeOf(promise) as object);
  if (guest) {
    if (guest.hasEarlyAnswers) late++;
    if (!guest.isShared) guest.run?.failByRejection(reason);
  } else if (process.listenerCount("unhandledRejection") === 1) {
    // What Node does where nobody listens: a rejection of the engine's own code is a bug that must not be silent.
    throw reason;
  }
}
