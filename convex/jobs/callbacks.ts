import { callbackMutation, callbackQuery } from "../callback/builders";
import { namedDocument } from "../lib/named";
import type { ClaimRequest, CompleteRequest, FailRequest, HeartbeatRequest } from "./callbackRequests";
import { claimJob, completeJob, failClaim, nextClaimableMs, prolongClaim } from "./claims";
import { presentClaim, presentHeartbeat, presentJob } from "./present";
import type { ClaimView, HeartbeatView, JobView } from "./present";

export const claim = callbackMutation(async (ctx, request: ClaimRequest): Promise<ClaimView | null> => {
  const job = await claimJob(ctx, request);
  return job === null ? null : presentClaim(job);
});

/** When there may be something to claim; null where nothing waits or could come back. */
export const nextClaimable = callbackQuery(
  async (ctx, { kinds }: Pick<ClaimRequest, "kinds">): Promise<number | null> =>
    await nextClaimableMs(ctx, kinds ?? null),
);

export const heartbeat = callbackMutation(async (ctx, request: HeartbeatRequest): Promise<HeartbeatView> => {
  const job = await namedDocument(ctx, "jobs", request.jobId);
  return presentHeartbeat(await prolongClaim(ctx, job, request.runnerId));
});

export const complete = callbackMutation(async (ctx, request: CompleteRequest): Promise<JobView> => {
  const job = await namedDocument(ctx, "jobs", request.jobId);
  return presentJob(await completeJob(ctx, job, request.runnerId, request.result));
});

export const fail = callbackMutation(async (ctx, request: FailRequest): Promise<JobView> => {
  const { jobId, runnerId, error, retryable } = request;
  const job = await namedDocument(ctx, "jobs", jobId);
  return presentJob(await failClaim(ctx, job, runnerId, { error, isRetryable: retryable ?? true }));
});
