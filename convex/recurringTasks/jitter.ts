// The delay of a task's runs, so that many tasks of one time do not begin together. A task has the same delay for the
// same time whenever it is computed, so the times that are shown are those at which it fires. Pure.
import { hash32 } from "../lib/hashing";
import type { TimeZone } from "../lib/timeZones";
import { nextRun } from "./schedule";
import type { AnchoredSchedule } from "./schedule";

interface Jitter {
  _id: string;
  /** The longest delay. */
  jitterSeconds?: number | undefined;
}

/** The time at which the task fires, of a time of its schedule. */
export function delayed({ _id, jitterSeconds = 0 }: Jitter, atMs: number): number {
  return atMs + (hash32(`${_id} ${atMs}`) % (jitterSeconds + 1)) * 1000;
}

/** Returns the first time at which the task fires strictly after `afterMs`. */
export function nextFiring(task: Jitter & AnchoredSchedule, zone: TimeZone, afterMs: number): number {
  const { jitterSeconds = 0 } = task;
  let atMs = nextRun(task, zone, afterMs - jitterSeconds * 1000);
  while (delayed(task, atMs) <= afterMs) atMs = nextRun(task, zone, atMs);
  return delayed(task, atMs);
}

/** Returns the time `firstMs`, at which the task fires, and those after it. */
export function firingsFrom(task: Jitter & AnchoredSchedule, zone: TimeZone, firstMs: number, count: number): number[] {
  const firings = [firstMs];
  for (let last = firstMs; firings.length < count; firings.push(last)) last = nextFiring(task, zone, last);
  return firings;
}
