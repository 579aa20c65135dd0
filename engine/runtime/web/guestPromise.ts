// The methods of web objects are called by guest code, whose promises must be of its own context. Called from the
// engine, they give ordinary ones.
import { activeRunOrNull } from "../active";

export function promised<T>(work: () => T): Promise<T> {
  const { Promise: Own } = activeRunOrNull()?.guest.realm ?? globalThis;
  try {
    return Own.resolve(work());
  } catch (error) {
    return Own.reject(error);
  }
}

export function adopted<T>(promise: Promise<T>): Promise<T> {
  return activeRunOrNull()?.adopt(promise) ?? promise;
}

/** The parser of whoever calls now, also for text that comes later. */
export function jsonParser(): (text: string) => unknown {
  const { JSON: own } = activeRunOrNull()?.guest.realm ?? globalThis;
  return (text) => own.parse(text) as unknown;
}
