// The functions behind `job.claim`. They are apart from the other operations, because no run, chain or session ends in
// a claim: the failure of a job for good, with all that follows from it, is scheduled.
import type { Id } from "../_generated/dataModel";
import { callbackMutation, callbackQuery } from "../callback/builders";
import type { RunnerAccess } from "../callback/builders";
import { recordClaimRequest } from "../runners/lastClaims";
import { claimJob, claimWaiting, nextClaimableMs, readWaiting } from "./claims";
import type { ClaimFilter } from "./claims";
import type { ClaimPassed, ClaimResult } from "./claimResult";
import { buildClaimResult } from "./buildClaimResult";
import type { ClaimRequest } from "./requests";
import { jobKinds, kindsUnasked, usualKinds } from "./schema";

export const claim = callbackMutation(async (ctx, request: ClaimRequest): Promise<ClaimResult | ClaimPassed | null> => {
  const choice = filterOf(ctx, request);
  if (choice === null) return null;
  const job = await claimJob(ctx, choice, { ...request, tokenId: ctx.token?._id });
  if (job === "passed") return { kind: job };
  await recordClaimRequest(ctx, {
    runnerId: request.runnerId,
    kinds: choice.kinds,
    token: ctx.token,
    projectId: job?.projectId,
  });
  return job === null ? null : await buildClaimResult(ctx, job);
});

/** Claims one of the jobs that `waiting` has returned. */
export const claimOne = callbackMutation(
  async (ctx, { jobId, ...request }: ClaimRequest & { jobId: Id<"jobs"> }): Promise<ClaimResult | null> => {
    const job = await claimWaiting(ctx, jobId, { ...request, tokenId: ctx.token?._id });
    if (job === null) return null;
    const kinds = filterOf(ctx, request)?.kinds ?? null;
    await recordClaimRequest(ctx, { runnerId: request.runnerId, kinds, token: ctx.token, projectId: job.projectId });
    return await buildClaimResult(ctx, job);
  },
);

type Kinds = Pick<ClaimRequest, "kinds" | "protocol">;

/** Returns the jobs that have waited longest, in no particular order. */
export const listWaiting = callbackQuery(async (ctx, request: Kinds): Promise<Id<"jobs">[]> => {
  const choice = filterOf(ctx, request);
  return choice === null ? [] : await readWaiting(ctx, choice);
});

/** The time at which there may be a job to claim. Null when no job is waiting and none could return to the queue. */
export const nextClaimable = callbackQuery(async (ctx, request: Kinds): Promise<number | null> => {
  const choice = filterOf(ctx, request);
  return choice === null ? null : await nextClaimableMs(ctx, choice);
});

/** The jobs that this runner may claim. Null when its token allows none of the kinds for which it asks. */
function filterOf({ token }: RunnerAccess, { kinds, protocol }: Kinds): ClaimFilter | null {
  const asked = kinds ?? kindsUnasked(protocol ?? 1);
  if (token === null) return { projectId: undefined, kinds: asked };
  const { projectId } = token;
  if (token.kinds === undefined) return { projectId, kinds: asked };
  const allowed = jobKinds.filter((kind) => token.kinds?.includes(kind) && (asked ?? usualKinds).includes(kind));
  return allowed.length === 0 ? null : { projectId, kinds: allowed };
}
