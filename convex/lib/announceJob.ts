// Announces a waiting job to the runner, when the deployment knows the runner's address (jobs/announcing.ts).
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { heldMs } from "./jobAvailability";

/**
 * A transaction that queues a job neither waits for the announcement nor fails with it. A job that waits for something
 * else than the clock is announced when that has come.
 */
export async function announceFrom(ctx: MutationCtx, jobId: Id<"jobs">, availableAtMs: number): Promise<void> {
  if (runnerUrl() === null || availableAtMs >= heldMs) return;
  await ctx.scheduler.runAt(availableAtMs, internal.jobs.announcement.send, { jobId, tries: 1 });
}

export function runnerUrl(): string | null {
  const url = process.env["JOB_RUNNER_URL"];
  return url === undefined || url === "" ? null : url;
}
