// Claims that wait until there is a job. An action has no subscriptions on Convex, so there it asks repeatedly whether
// there may be a job to claim. The platform keeps that answer until a job changes, so asking costs little. The embedded
// engine wakes actions when the answer has changed, those that have waited longest first. A claim whose runner has left
// takes no job, and gives back the one that it took in the same moment.
import { internal } from "../_generated/api";
import type { CallerCtx, OperationCall } from "../callback/caller";
import { waitForAbort } from "../callback/waitForAbort";
import { isConflict, retryOnConflict } from "../lib/conflicts";
import { untilChanged } from "../lib/sleep";
import { claimPollPauses } from "./bounds";
import { undeliverableMessage } from "./claimResult";
import type { ClaimedJob, ClaimResult } from "./claimResult";
import type { ClaimRequest } from "./requests";

type Request = OperationCall<Omit<ClaimRequest, "waitMs">>;

/** After losing this many jobs to other runners, the claim answers that there is none, and the runner asks again. */
const maxTries = 20;

/** Returns the claim with everything that the runner needs to begin the job. Null when no job came in time. */
export async function waitForClaim(
  ctx: CallerCtx,
  call: OperationCall<ClaimRequest>,
  gone: AbortSignal,
): Promise<ClaimedJob | null> {
  const { waitMs: _waitMs, ...input } = call.input;
  const request = { lease: call.lease, input };
  const claimed = await pollForClaim(ctx, call, gone);
  if (claimed === null) return null;
  const delivered = await deliver(ctx, request, claimed);
  if (!gone.aborted) return delivered;
  await returnUnread(ctx, request, claimed);
  return null;
}

/** Nobody has read the answer, and nobody would work on the job until its lease ran out. */
async function returnUnread(ctx: CallerCtx, { input: { runnerId } }: Request, handed: ClaimResult): Promise<void> {
  if (handed.kind === "undelivered") return;
  const { id: jobId, fence } = handed.job;
  const unread = { lease: null, input: { jobId, runnerId, fence } };
  await retryOnConflict(() => ctx.runMutation(internal.jobs.operations.giveBack, unread));
}

async function pollForClaim(
  ctx: CallerCtx,
  { lease, input: { waitMs, ...input } }: OperationCall<ClaimRequest>,
  gone: AbortSignal,
): Promise<ClaimResult | null> {
  const request = { lease, input };
  const left = waitForAbort(gone);
  const look = () =>
    ctx.runQuery(internal.jobs.claimOperations.nextClaimable, {
      lease,
      input: { kinds: input.kinds, protocol: input.protocol },
    });
  const untilMs = Date.now() + (waitMs ?? 0);
  let claimed = await claimOnce(ctx, request);
  const mayWait = () => claimed === null && Date.now() < untilMs && !gone.aborted;
  for (let longestMs = claimPollPauses.firstMs; mayWait(); longestMs *= claimPollPauses.factor) {
    const nextMs = await look();
    if (gone.aborted) break;
    if (nextMs !== null && nextMs <= Date.now()) claimed = await claimOnce(ctx, request);
    if (claimed !== null) break;
    const pollMs = pauseMs(longestMs);
    const nowMs = Date.now();
    // A job that is due but was not claimed is still in the answer. Then the next look may not follow at once.
    const dueInMs = nextMs === null ? untilMs - nowMs : Math.max(pollMs, nextMs - nowMs);
    await Promise.race([untilChanged(pollMs, Math.min(dueInMs, untilMs - nowMs)), left]);
  }
  return claimed;
}

/**
 * Continues where a step has only met jobs that nobody may have now. When runners conflict over the oldest job, a
 * claim takes any of those that have waited longest.
 */
async function claimOnce(ctx: CallerCtx, request: Request): Promise<ClaimResult | null> {
  try {
    for (let steps = 0; steps < maxTries; steps++) {
      const claimed = await ctx.runMutation(internal.jobs.claimOperations.claim, request);
      if (claimed?.kind !== "passed") return claimed;
    }
    return null;
  } catch (thrown) {
    if (!isConflict(thrown)) throw thrown;
  }
  return await claimAny(ctx, request);
}

async function claimAny(ctx: CallerCtx, { lease, input }: Request): Promise<ClaimResult | null> {
  const { claimOperations } = internal.jobs;
  for (let tries = 0; tries < maxTries; tries++) {
    // The list is read again each time, because other runners have claimed some of these jobs in the meantime.
    const { kinds, protocol } = input;
    const waiting = await ctx.runQuery(claimOperations.listWaiting, { lease, input: { kinds, protocol } });
    const jobId = waiting[Math.floor(Math.random() * waiting.length)];
    if (jobId === undefined) return null;
    const claimOneJob = () => ctx.runMutation(claimOperations.claimOne, { lease, input: { ...input, jobId } });
    const claimed = await retryOnConflict(claimOneJob);
    if (claimed !== null) return claimed;
  }
  return null;
}

/** A job whose delivery cannot be built is put back with the reason, not held until its lease runs out. */
async function deliver(
  ctx: CallerCtx,
  { lease, input: { runnerId } }: Request,
  handed: ClaimResult,
): Promise<ClaimedJob> {
  switch (handed.kind) {
    case "complete":
      return handed.job;
    case "undelivered":
      throw new Error(undeliverableMessage);
    case "withoutInputs": {
      const { id: jobId, fence } = handed.job;
      try {
        return {
          ...handed.job,
          ...(await ctx.runQuery(internal.jobInputs.operations.ofJob, { lease, input: { jobId } })),
        };
      } catch (thrown) {
        // The log has the details; the runner does not need them.
        const failure = { jobId, runnerId, fence, error: undeliverableMessage };
        await retryOnConflict(() => ctx.runMutation(internal.jobs.operations.fail, { lease: null, input: failure }));
        throw thrown;
      }
    }
  }
}

/** A random pause, so that runners that wait do not all look at the same moment. */
function pauseMs(longestMs: number): number {
  return Math.min(longestMs, claimPollPauses.longestMs) * (0.5 + Math.random() / 2);
}
