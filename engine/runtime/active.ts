// Whose guest code is running. There is one thread, and guest code runs only inside a step of the pump, so the
// functions in a context's globals need not be made anew for each context: they ask here.
import type { Run } from "./run";

let active: Run | null = null;

/** Throws where no run is under way: nothing a guest calls then has anyone to answer to. */
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
