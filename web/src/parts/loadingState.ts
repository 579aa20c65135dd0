// Whether a part of the page still waits for its content. The page says so to assistive technology.
import { useLayoutEffect, useSyncExternalStore } from "react";
import { Listeners } from "../session/listeners";

let loadingCount = 0;
const listeners = new Listeners();

/** For the part that stands where content will be. */
export function useMarkLoading(): void {
  useLayoutEffect(() => {
    count(1);
    return () => count(-1);
  }, []);
}

export function useIsLoading(): boolean {
  return useSyncExternalStore(listeners.subscribe, () => loadingCount > 0);
}

function count(change: 1 | -1): void {
  loadingCount += change;
  listeners.notify();
}
