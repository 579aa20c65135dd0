import type { Id } from "../_generated/dataModel";
import { callbackMutation, callbackQuery } from "../callback/builders";
import type { Served } from "../callback/builders";
import { joined } from "../lib/joined";
import { namedDocument } from "../lib/named";
import type { ClaimRequest, CompleteRequest, DeferRequest, FailRequest, HeartbeatRequest } from "./requests";
import { claimJob, claimWaiting, nextClaimableMs, prolongClaim, readWaiting } from "./claims";
import { deferClaim } from "./deferral";
import type { Choice } from "./claims";
import { jobKinds } from "./schema";
import { completeJob, failClaim } from "./endings";
import { giveBackUnread } from "./givingBack";
import { handOver } from "./handing";
import type { Handed } from "./handed";
import { noteAsking } from "../runners/seen";
import { presentHeartbeat, presentJob } from "./present";
import type { HeartbeatView, JobView } from "./present";

export const claim = callbackMutation(async (ctx, request: ClaimRequest): Promise<Handed | null> => {
  const choice = choiceOf(ctx, request);
  if (choice === null) return null;
  const job = await claimJob(ctx, choice, joined(request, { tokenId: ctx.token?._id }));
  await noteAsking(ctx, {
    runnerId: request.runnerId,
    kinds: choice.kinds,
    token: ctx.token,
    projectId: job?.projectId,
  });
  return job === null ? null : await handOver(ctx, job, request.runnerId);
});

/** Claims one of the jobs that `waiting` has returned. */
export const claimThis = callbackMutation(
  async (ctx, { jobId, ...request }: ClaimRequest & { jobId: Id<"jobs"> }): Promise<Handed | null> => {
    const job = await claimWaiting(ctx, jobId, joined(request, { tokenId: ctx.token?._id }));
    if (job === null) return null;
    const kinds = choiceOf(ctx, request)?.kinds ?? null;
    await noteAsking(ctx, { runnerId: request.runnerId, kinds, token: ctx.token, projectId: job.projectId });
    return await handOver(ctx, job, request.runnerId);
  },
);

type Kinds = Pick<ClaimRequest, "kinds">;

/** Returns the jobs that have waited longest, in no particular order. */
export const waiting = callbackQuery(async (ctx, request: Kinds): Promise<Id<"jobs">[]> => {
  const choice = choiceOf(ctx, request);
  return choice === null ? [] : await readWaiting(ctx, choice);
});

/** The time at which there may be a job to claim. Null when no job is waiting and none could return to the queue. */
export const nextClaimable = callbackQuery(async (ctx, request: Kinds): Promise<number | null> => {
  const choice = choiceOf(ctx, request);
  return choice === null ? null : await nextClaimableMs(ctx, choice);
});

/** The jobs that this runner may claim. Null when its token allows none of the kinds for which it asks. */
function choiceOf({ token }: Served, { kinds: asked = null }: Kinds): Choice | null {
  if (token === null) return { projectId: undefined, kinds: asked };
  const allowed = token.kinds === undefined ? jobKinds : jobKinds.filter((kind) => token.kinds?.includes(kind));
  const kinds = asked === null ? allowed : allowed.filter((kind) => asked.includes(kind));
  if (kinds.length === 0) return null;
  return { projectId: token.projectId, kinds: kinds.length === jobKinds.length ? null : kinds };
}

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

/** The edge calls this when the runner was gone before it had the answer to its claim. */
export const giveBack = callbackMutation(async (ctx, request: HeartbeatRequest): Promise<null> => {
  await giveBackUnread(ctx, await namedDocument(ctx, "jobs", request.jobId), request);
  return null;
});

export const defer = callbackMutation(async (ctx, request: DeferRequest): Promise<JobView> => {
  const { jobId, until: untilMs, reason } = request;
  const job = await namedDocument(ctx, "jobs", jobId);
  return presentJob(await deferClaim(ctx, job, request, { untilMs, reason }));
});
