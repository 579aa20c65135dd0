// Hands a claimed job over to its runner. What a run needs to begin is read in the transaction of the claim, because
// most jobs are runs. Other jobs may need much more, which the edge asks for in a transaction of its own.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { deliverRunsWork } from "../deliveries/run";
import { joined } from "../lib/joined";
import { delayMs } from "./bounds";
import { undeliverable } from "./handed";
import type { Handed } from "./handed";
import { isLastAttempt, putBack } from "./holders";
import { presentClaim } from "./present";

type Job = Doc<"jobs">;

export async function handOver(ctx: MutationCtx, job: Job): Promise<Handed> {
  const claimed = presentClaim(job);
  if (job.work.kind !== "run.execute") return { kind: "bare", job: claimed };
  try {
    return { kind: "whole", job: joined(claimed, await deliverRunsWork(ctx, job.work.runId)) };
  } catch (thrown) {
    console.error(`The job ${claimed.id} cannot be delivered:`, thrown);
    if (isLastAttempt(job)) await failSoon(ctx, job);
    else await putBack(ctx, job, Date.now() + delayMs(job.attempts), undeliverable);
    return { kind: "undelivered" };
  }
}

/** The job and its work fail in another transaction. If that is never carried out, the job ends with its lease. */
async function failSoon(ctx: MutationCtx, { _id: jobId, fence }: Job): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.jobs.jobs.failUndelivered, { jobId, fence });
}
