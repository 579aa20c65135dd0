// A runner of Switchyard: it claims one run after the other and executes their steps as commands. README.md describes
// it.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { callbackOf } from "./callback";
import { executeRun, RunFailed } from "./run";
import type { Run } from "./run";

const leaseMs = Number(process.env["RUNNER_LEASE_MS"] ?? 30_000);
const heartbeatMs = 1000;
const runnerId = `${hostname()}-${randomUUID()}`;
const stopping = new AbortController();
const lost = new Error("The lease was lost.");

/** `run` is null when the run has already ended. */
type Claim = { id: string; fence: number; run: Run | null };

/** Does a claimed job and reports how it ended, unless another runner has claimed it since. */
async function work({ id: jobId, fence, run }: Claim): Promise<void> {
  const over = new AbortController();
  const unwanted = AbortSignal.any([over.signal, stopping.signal]);
  const folder = await mkdtemp(path.join(tmpdir(), "switchyard-runner-"));
  void keepLease({ jobId, fence }, over);
  try {
    const ask = callbackOf(unwanted, { jobId, fence });
    if (run !== null) await executeRun({ ask, folder, unwanted }, run);
    await ask("job.complete", { jobId, runnerId, fence });
  } catch (thrown) {
    const reason: unknown = unwanted.aborted ? unwanted.reason : thrown;
    console.error(jobId, reason);
    if (reason === lost) return;
    // `job.fail` ends a job for good when it was cancelled or when a retry would not help. Any other job is queued
    // again.
    const told = {
      jobId,
      runnerId,
      fence,
      error: String(reason).slice(0, 10_000),
      retryable: !(reason instanceof RunFailed),
    };
    const ask = callbackOf(AbortSignal.timeout(5000), { jobId, fence });
    await ask("job.fail", told).catch((failure: unknown) => console.error(jobId, failure));
  } finally {
    over.abort();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ends the work when the job is cancelled, or when the lease has run out without an answer from the server. */
async function keepLease({ jobId, fence }: { jobId: string; fence: number }, over: AbortController): Promise<void> {
  while (!over.signal.aborted) {
    const answered = AbortSignal.any([over.signal, AbortSignal.timeout(leaseMs - heartbeatMs)]);
    const ask = callbackOf(answered);
    const told = await ask<{ cancelRequested: boolean }>("job.heartbeat", { jobId, runnerId, fence }).catch(() => null);
    if (told === null) over.abort(lost);
    else if (told.cancelRequested) over.abort(new Error("The job was cancelled."));
    await pause(heartbeatMs);
  }
}

// The job is queued again, and another runner claims it.
const stop = () => stopping.abort(new Error("The runner was stopped."));
process.once("SIGINT", stop).once("SIGTERM", stop);
const ask = callbackOf(stopping.signal);
while (!stopping.signal.aborted) {
  const wanted = { runnerId, kinds: ["run.execute"], leaseMs, waitMs: 25_000 };
  const claim = await ask<Claim | null>("job.claim", wanted).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
    return null;
  });
  if (claim !== null) await work(claim);
}
