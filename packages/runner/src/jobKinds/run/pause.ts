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
export async function waitWhilePaused(job: Job, runId: string): Promise<boolean> {
  const first = await mayContinue(job, runId);
  if (first !== null) return first;
  job.reportProgress("is paused");
  const options = { keepsAgent: false, onQueued: () => job.reportProgress("was resumed and waits for a place") };
  return await job.slot.leaveWhile(() => untilResumed(job, runId), options);
}

async function untilResumed(job: Job, runId: string): Promise<boolean> {
  for (;;) {
    await pause(1000, undefined, { signal: job.signal });
    const may = await mayContinue(job, runId);
    if (may !== null) return may;
  }
}

/** Null while the run is paused, and false when it must end before the next step. */
async function mayContinue({ call }: Job, runId: string): Promise<boolean | null> {
  const { status, stopAfterCurrentTurn } = await call("run.get", { runId });
  if (stopAfterCurrentTurn) return false;
  return status === "paused" ? null : true;
}
