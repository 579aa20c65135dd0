// Timers of actions. They end when the action that set them ends.
import { activeRun } from "../active";
import { requireAction } from "./refusal";

type Handler = (...args: unknown[]) => void;

let lastId = 0;

export function setGuestTimeout(handler: Handler, delayMs?: number, ...args: unknown[]): number {
  const run = requireAction("setTimeout");
  const settle = run.await();
  const id = ++lastId;
  const fire = (): void => {
    run.timers.delete(id);
    settle(() => handler(...args));
  };
  run.timers.set(id, { cancel: () => settle(() => undefined), handle: setTimeout(fire, delayMs) });
  return id;
}

export function setGuestInterval(handler: Handler, delayMs?: number, ...args: unknown[]): number {
  const run = requireAction("setInterval");
  const settle = run.await();
  const id = ++lastId;
  const fire = (): void => run.resume(() => handler(...args));
  run.timers.set(id, { cancel: () => settle(() => undefined), handle: setInterval(fire, delayMs) });
  return id;
}

/** Also clears intervals: timeouts and intervals share their ids. */
export function clearGuestTimer(id?: number): void {
  const run = activeRun();
  if (id === undefined) return;
  const timer = run.timers.get(id);
  if (!timer) return;
  clearTimeout(timer.handle);
  run.timers.delete(id);
  timer.cancel();
}
