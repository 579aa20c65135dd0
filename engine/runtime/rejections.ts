// A rejection that guest code left unhandled ends its run. Node reports those of all contexts to the process; whose they
// are shows in the promise's prototype.
import type { Guest } from "./guest";

const guests = new WeakMap<object, Guest>();
let isListening = false;

export function claimRejections(guest: Guest): void {
  guests.set(guest.realm.Promise.prototype, guest);
  if (isListening) return;
  isListening = true;
  process.on("unhandledRejection", onUnhandledRejection);
}

const waiting: (() => void)[] = [];
const signal = Symbol("all earlier rejections have been told of");

/** Calls back when Node has told of every rejection there is so far. False where others would hear the signal too. */
export function signalAfterRejections(callback: () => void): boolean {
  if (process.listenerCount("unhandledRejection") !== 1) return false;
  waiting.push(callback);
  void Promise.reject(signal);
  return true;
}

function onUnhandledRejection(reason: unknown, promise: Promise<unknown>): void {
  if (reason === signal) return waiting.shift()?.();
  const guest = guests.get(Object.getPrototypeOf(promise) as object);
  if (guest) {
    guest.run?.failAfterAll(reason);
  } else if (process.listenerCount("unhandledRejection") === 1) {
    // What Node does where nobody listens: a rejection of the engine's own code is a bug that must not be silent.
    throw reason;
  }
}
