// Whether a part of the page still waits for its content. The page says so to assistive technology.
import { useLayoutEffect, useSyncExternalStore } from "react";
import { Listeners } from "../session/listeners";

let waiting = 0;
const listeners = new Listeners();

/** For the part that stands where content will be. */
export function useWaiting(): void {
  useLayoutEffect(() => {
    count(1);
    return () => count(-1);
  }, []);
}

export function useIsWaiting(): boolean {
  return useSyncExternalStore(listeners.subscribe, () => waiting > 0);
}

function count(change: 1 | -1): void {
  waiting += change;
  listeners.tell();
}
