// Gives a job back that was claimed for a runner that had already gone. Nobody has begun it, so the job is again as it
// was, except for the number of the claim.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { patchAndReturn } from "../lib/patchAndReturn";
import { nextState } from "../lib/states";
import { returnSlot } from "../queue/capacity";
import { announceFrom } from "../lib/announceJob";
import { usualStartByMs } from "./bounds";
import { raisedFence } from "./cancellation";
import { cancelClaim } from "./endings";
import { requireHolder } from "./claimHolder";
import type { ClaimHolder } from "./claimHolder";
import { hasSubjectEnded } from "./hasSubjectEnded";
import { jobMoves } from "./status";
import { isRunWork } from "../lib/runWork";

type Job = Doc<"jobs">;

/** The job keeps its place in the queue. The number grows in case somebody has read the answer after all. */
export async function returnUnreadClaim(ctx: MutationCtx, job: Job, holder: ClaimHolder): Promise<void> {
  const { leaseUntilMs, leaseMs } = requireHolder(job, holder, "requeue");
  if (job.cancelRequested || (await hasSubjectEnded(ctx, job.work)))
    return void (await cancelClaim(ctx, job, raisedFence(job)));
  const returned = await patchAndReturn(ctx, "jobs", job, {
    status: nextState("job", jobMoves, "requeue", job.status),
    attempts: job.attempts - 1,
    boundAtMs: await boundBefore(ctx, job, leaseUntilMs - leaseMs),
    tokenId: undefined,
    runnerId: undefined,
    leaseMs: undefined,
    leaseUntilMs: undefined,
    ...raisedFence(job),
  });
  await announceFrom(ctx, job._id, Date.now());
  await returnSlot(ctx, returned);
}

/** The first claim of a job replaces the time by which it must be claimed by its time limit. */
async function boundBefore(ctx: QueryCtx, job: Job, claimedAtMs: number): Promise<number | undefined> {
  const { attempts, boundAtMs, timeLimitMs, work } = job;
  const isLater = attempts > 1 || (timeLimitMs !== undefined && boundAtMs !== claimedAtMs + timeLimitMs);
  if (isLater) return boundAtMs;
  if (isRunWork(work)) return (await ctx.db.get("runs", work.runId))?.startByMs;
  return usualStartByMs(work.kind, job._creationTime);
}
