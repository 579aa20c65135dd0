// Guest code calls the methods of web objects, and their promises must belong to the guest's own context. When the
// engine calls the methods, they return ordinary promises.
import { activeRunOrNull } from "../activeRun";

export function guestPromise<T>(work: () => T): Promise<T> {
  const { Promise: Own } = activeRunOrNull()?.guest.realm ?? globalThis;
  try {
    return Own.resolve(work());
  } catch (error) {
    return Own.reject(error);
  }
}

export function adoptPromise<T>(promise: Promise<T>): Promise<T> {
  return activeRunOrNull()?.adopt(promise) ?? promise;
}

/** Returns the JSON parser of the context that calls now. It can also be used for text that arrives later. */
export function jsonParser(): (text: string) => unknown {
  const { JSON: own } = activeRunOrNull()?.guest.realm ?? globalThis;
  return (text) => own.parse(text) as unknown;
}
