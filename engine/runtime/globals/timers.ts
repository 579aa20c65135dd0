// Timers of actions. They end when the action that set them ends.
import { activeRun } from "../activeRun";
import { requireAction } from "./requireAction";

type Handler = (...args: unknown[]) => void;

let lastId = 0;

/** Node's timers end at once when they should take longer. An action ends long before that. */
const maxDelayMs = 2 ** 31 - 1;

/** Returns how long to wait. Infinity means that the action waits for as long as it may run. */
export function possibleDelay(delayMs = 0): number {
  return Math.min(delayMs, maxDelayMs);
}

/** Waits that end in the same turn of the event loop continue together: thousands of them share a containment. */
let ended: (() => void)[] = [];

function endTogether(end: () => void): void {
  ended.push(end);
  if (ended.length === 1) setImmediate(endAll);
}

function endAll(): void {
  const ends = ended;
  ended = [];
  for (const end of ends) end();
}

export function setGuestTimeout(handler: Handler, delayMs?: number, ...args: unknown[]): number {
  const run = requireAction("setTimeout");
  const settle = run.await();
  const id = ++lastId;
  const fire = (): void => {
    run.timers.delete(id);
    settle(() => handler(...args));
  };
  const timer = setTimeout(fire, possibleDelay(delayMs));
  run.timers.set(id, { cancel: () => settle(() => undefined), stop: () => clearTimeout(timer) });
  return id;
}

export function setGuestInterval(handler: Handler, delayMs?: number, ...args: unknown[]): number {
  const run = requireAction("setInterval");
  const settle = run.await();
  const id = ++lastId;
  const timer = setInterval(() => run.resume(() => handler(...args)), possibleDelay(delayMs));
  run.timers.set(id, { cancel: () => settle(() => undefined), stop: () => clearInterval(timer) });
  return id;
}

/**
 * Resolves when the last query of this action has another result, or after `mostMs`. Convex does not have this
 * function: an action that uses it must go without it there.
 */
export function untilChanged(mostMs: number): Promise<void> {
  const run = requireAction("Convex.untilChanged");
  const settle = run.await();
  const id = ++lastId;
  return new run.guest.realm.Promise<void>((resolve) => {
    const end = (): void => {
      if (!run.timers.delete(id)) return;
      stop();
      settle(() => resolve());
    };
    const timer = setTimeout(endTogether, possibleDelay(mostMs), end);
    let unwatch = (): void => undefined;
    const stop = (): void => {
      clearTimeout(timer);
      unwatch();
    };
    run.timers.set(id, { cancel: () => settle(() => resolve()), stop });
    unwatch = run.environment.host.watchLastQuery(end);
    if (!run.timers.has(id)) unwatch();
  });
}

/** Also clears intervals: timeouts and intervals share their ids. */
export function clearGuestTimer(id?: number): void {
  const run = activeRun();
  if (id === undefined) return;
  const timer = run.timers.get(id);
  if (!timer) return;
  timer.stop();
  run.timers.delete(id);
  timer.cancel();
}
