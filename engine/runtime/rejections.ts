// A rejection that guest code leaves unhandled ends its run. Node reports the rejections of all contexts to the
// process. The promise's prototype shows which context it belongs to.
import type { Guest } from "./guest";
import type { Run } from "./run";

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
 * Calls `callback` once Node has reported every rejection that the steps of this turn left unhandled. Node reports them
 * in order when the turn's microtasks are done. So after the last step the engine leaves a rejection of its own
 * unhandled on purpose: when Node reports it, all earlier ones have been reported. Runs are answered earlier this way
 * than at the end of the turn, so they need few contexts, and these stay warm. If others listen for rejections too (a
 * test runner does), the callback waits for the end of the turn.
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

/** The run that left the rejection unhandled. When several runs share the context, nobody knows which one it was. */
function blamed({ openRuns, run }: Guest): Run | null {
  return openRuns === 1 ? run : null;
}

let late = 0;

/** A counter. It grows with every rejection that may belong to a mutation that had already returned its result. */
export function lateRejections(): number {
  return late;
}

function onUnhandledRejection(reason: unknown, promise: Promise<unknown>): void {
  if (reason === signal) return signalled.shift()?.();
  const guest = guests.get(Object.getPrototypeOf(promise) as object);
  if (guest) {
    if (guest.hasEarlyAnswers) late++;
    if (!guest.isShared) blamed(guest)?.failByRejection(reason);
  } else if (process.listenerCount("unhandledRejection") === 1) {
    // Does what Node does where nobody listens. An unhandled rejection of the engine's own code is a bug that must not
    // be silent.
    throw reason;
  }
}
