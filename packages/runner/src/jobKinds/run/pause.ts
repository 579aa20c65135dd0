// Somebody may pause a run while an agent works on it, or between two steps.
import { setTimeout as pause } from "node:timers/promises";
import type { Job } from "../../jobs/contract";

const everyMs = 5000;

export function watchForPause({ call, signal }: Job, runId: string): { signal: AbortSignal; end: () => void } {
  const paused = new AbortController();
  const over = new AbortController();
  void watch().catch(() => {
    // The job has ended, or the service refuses the call. The turn itself learns of it.
  });
  return { signal: paused.signal, end: () => over.abort() };

  async function watch(): Promise<void> {
    const until = AbortSignal.any([signal, over.signal]);
    for (;;) {
      await pause(everyMs, undefined, { signal: until });
      const { status } = await call("run.get", { runId });
      if (status === "paused") return paused.abort();
    }
  }
}

/** Waits while the run is paused. Returns false when the run must end before the next step. */
export async function waitWhilePaused({ call, signal, reportProgress }: Job, runId: string): Promise<boolean> {
  for (let isTold = false; ; isTold = true) {
    const { status, stopAfterCurrentTurn } = await call("run.get", { runId });
    if (stopAfterCurrentTurn) return false;
    if (status !== "paused") return true;
    if (!isTold) reportProgress("is paused");
    await pause(1000, undefined, { signal });
  }
}
