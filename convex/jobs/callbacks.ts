import type { Id } from "../_generated/dataModel";
import { callbackMutation, callbackQuery } from "../callback/builders";
import { namedDocument } from "../lib/named";
import type { ClaimRequest, CompleteRequest, DeferRequest, FailRequest, HeartbeatRequest } from "./requests";
import { claimJob, claimWaiting, nextClaimableMs, prolongClaim, readWaiting } from "./claims";
import { deferClaim } from "./deferral";
import { completeJob, failClaim } from "./endings";
import { noteAsking } from "../runners/seen";
import { presentClaim, presentHeartbeat, presentJob } from "./present";
import type { ClaimView, HeartbeatView, JobView } from "./present";

export const claim = callbackMutation(async (ctx, request: ClaimRequest): Promise<ClaimView | null> => {
  const job = await claimJob(ctx, request);
  await noteAsking(ctx, { runnerId: request.runnerId, kinds: request.kinds ?? null, projectId: job?.projectId });
  return job === null ? null : presentClaim(job);
});

/** Claims one of the jobs that `waiting` has returned. */
export const claimThis = callbackMutation(
  async (ctx, { jobId, ...request }: ClaimRequest & { jobId: Id<"jobs"> }): Promise<ClaimView | null> => {
    const job = await claimWaiting(ctx, jobId, request);
    if (job === null) return null;
    await noteAsking(ctx, { runnerId: request.runnerId, kinds: request.kinds ?? null, projectId: job.projectId });
    return presentClaim(job);
  },
);

/** Returns the jobs that have waited longest, in no particular order. */
export const waiting = callbackQuery(
  async (ctx, { kinds }: Pick<ClaimRequest, "kinds">): Promise<Id<"jobs">[]> => await readWaiting(ctx, kinds ?? null),
);

/** The time at which there may be a job to claim. Null when no job is waiting and none could return to the queue. */
export const nextClaimable = callbackQuery(
  async (ctx, { kinds }: Pick<ClaimRequest, "kinds">): Promise<number | null> =>
    await nextClaimableMs(ctx, kinds ?? null),
);

export const heartbeat = callbackMutation(async (ctx, request: HeartbeatRequest): Promise<HeartbeatView> => {
  const job = await namedDocument(ctx, "jobs", request.jobId);
  return presentHeartbeat(await prolongClaim(ctx, job, request));
});

export const complete = callbackMutation(async (ctx, request: CompleteRequest): Promise<JobView> => {
  const job = await namedDocument(ctx, "jobs", request.jobId);
  return presentJob(await completeJob(ctx, job, request, request.result));
});

export const fail = callbackMutation(async (ctx, request: FailRequest): Promise<JobView> => {
  const { jobId, error, retryable } = request;
  const job = await namedDocument(ctx, "jobs", jobId);
  return presentJob(await failClaim(ctx, job, request, { error, isRetryable: retryable ?? true }));
});

export const defer = callbackMutation(async (ctx, request: DeferRequest): Promise<JobView> => {
  const { jobId, until: untilMs, reason } = request;
  const job = await namedDocument(ctx, "jobs", jobId);
  return presentJob(await deferClaim(ctx, job, request, { untilMs, reason }));
});
