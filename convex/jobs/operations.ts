import { callbackMutation } from "../callback/builders";
import { getForRunner } from "../lib/getDocument";
import type { CompleteRequest, DeferRequest, FailRequest, HeartbeatRequest } from "./requests";
import { extendClaim } from "./claims";
import { deferClaim } from "./deferral";
import { completeJob, failClaim } from "./endings";
import { returnUnreadClaim } from "./returnUnreadClaim";
import { presentHeartbeat, presentJob } from "./present";
import type { HeartbeatView, JobView } from "./present";

export const heartbeat = callbackMutation(async (ctx, request: HeartbeatRequest): Promise<HeartbeatView> => {
  const job = await getForRunner(ctx, "jobs", request.jobId);
  return presentHeartbeat(await extendClaim(ctx, job, request));
});

export const complete = callbackMutation(async (ctx, request: CompleteRequest): Promise<JobView> => {
  const job = await getForRunner(ctx, "jobs", request.jobId);
  return presentJob(await completeJob(ctx, job, request, request.result));
});

export const fail = callbackMutation(async (ctx, request: FailRequest): Promise<JobView> => {
  const { jobId, error, retryable } = request;
  const job = await getForRunner(ctx, "jobs", jobId);
  return presentJob(await failClaim(ctx, job, request, { error, isRetryable: retryable ?? true }));
});

/** The edge calls this when the runner was gone before it had the answer to its claim. */
export const giveBack = callbackMutation(async (ctx, request: HeartbeatRequest): Promise<null> => {
  await returnUnreadClaim(ctx, await getForRunner(ctx, "jobs", request.jobId), request);
  return null;
});

export const defer = callbackMutation(async (ctx, request: DeferRequest): Promise<JobView> => {
  const { jobId, until: untilMs, reason } = request;
  const job = await getForRunner(ctx, "jobs", jobId);
  return presentJob(await deferClaim(ctx, job, request, { untilMs, reason }));
});
