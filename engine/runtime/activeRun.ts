// This module knows whose guest code is running. There is one thread, and guest code runs only inside a step of the
// pump. So the functions in a context's globals can be shared by all contexts: they ask here which run calls them.
import type { Run } from "./run";

let active: Run | null = null;

/** Throws when no run is active, because then nobody would receive the result of the guest's call. */
export function activeRun(): Run {
  if (active === null || active.isClosed) throw new Error("The function that made this call has already returned.");
  return active;
}

export function activeRunOrNull(): Run | null {
  return active;
}

export function setActiveRun(run: Run | null): void {
  active = run;
}
