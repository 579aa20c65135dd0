// Hands a claimed job over to its runner. What a run needs to begin is read in the transaction of the claim, because
// most jobs are runs. Other jobs may need much more, which the edge asks for in a transaction of its own.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { requireDeliverable } from "../jobInputs/answerSize";
import { inputsOfRunJob } from "../jobInputs/run";
import { delayMs } from "./bounds";
import { undeliverableMessage } from "./claimResult";
import type { ClaimResult } from "./claimResult";
import { isLastAttempt, requeue } from "./claimHolder";
import { presentClaim } from "./present";
import { isRunWork } from "../lib/runWork";

type Job = Doc<"jobs">;

export async function buildClaimResult(ctx: MutationCtx, job: Job): Promise<ClaimResult> {
  const claimed = presentClaim(job);
  if (!isRunWork(job.work)) return { kind: "withoutInputs", job: claimed };
  try {
    const delivered = { ...claimed, ...(await inputsOfRunJob(ctx, job.work)) };
    requireDeliverable(delivered);
    return { kind: "complete", job: delivered };
  } catch (thrown) {
    console.error(`The job ${claimed.id} cannot be delivered:`, thrown);
    if (isLastAttempt(job)) await failSoon(ctx, job);
    else await requeue(ctx, job, Date.now() + delayMs(job.attempts), undeliverableMessage);
    return { kind: "undelivered" };
  }
}

/** The job and its work fail in another transaction. If that is never carried out, the job ends with its lease. */
async function failSoon(ctx: MutationCtx, { _id: jobId, fence }: Job): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.jobs.scheduled.failUndelivered, { jobId, fence });
}
