// Claims that wait for a job. An action has no subscriptions, so it looks again and again whether there may be something
// to claim; that answer is kept by the platform until something changes about jobs, so that a look costs little.
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import type { OperationArgs } from "../callback/builders";
import { isConflict } from "../lib/conflicts";
import { untilDone } from "../lib/untilDone";
import type { ClaimRequest } from "./requests";
import type { ClaimView } from "./present";

type Request = OperationArgs<Omit<ClaimRequest, "waitMs">>;

/** From one look to the next: at first, by how much longer each time, and at most. */
const pauses = { firstMs: 20, factor: 1.1, longestMs: 200 };

/** A runner that has lost so many jobs to others asks again. */
const triesMax = 20;

/** The claim with what its job is about, so that the runner can begin; null when nothing came in time. */
export async function claimInTime(
  ctx: ActionCtx,
  { lease, input: { waitMs, ...input } }: OperationArgs<ClaimRequest>,
): Promise<object | null> {
  const request = { lease, input };
  const look = () => ctx.runQuery(internal.jobs.callbacks.nextClaimable, { lease, input: { kinds: input.kinds } });
  const untilMs = Date.now() + (waitMs ?? 0);
  let claimed = await claimOnce(ctx, request);
  for (let longestMs = pauses.firstMs; claimed === null && Date.now() < untilMs; longestMs *= pauses.factor) {
    await pause(Math.min(pauseMs(longestMs), untilMs - Date.now()));
    const nextMs = await look();
    if (nextMs !== null && nextMs <= Date.now()) claimed = await claimOnce(ctx, request);
  }
  return claimed === null ? null : await deliver(ctx, request, claimed);
}

/** Gives the oldest job, or any of those that wait longest where so many runners want that one that the claim fails. */
async function claimOnce(ctx: ActionCtx, request: Request): Promise<ClaimView | null> {
  try {
    return await ctx.runMutation(internal.jobs.callbacks.claim, request);
  } catch (thrown) {
    if (!isConflict(thrown)) throw thrown;
  }
  return await claimAny(ctx, request);
}

async function claimAny(ctx: ActionCtx, { lease, input }: Request): Promise<ClaimView | null> {
  const { callbacks } = internal.jobs;
  for (let tries = 0; tries < triesMax; tries++) {
    // Each time anew: others have taken some of them meanwhile.
    const waiting = await ctx.runQuery(callbacks.waiting, { lease, input: { kinds: input.kinds } });
    const jobId = waiting[Math.floor(Math.random() * waiting.length)];
    if (jobId === undefined) return null;
    const claimThis = () => ctx.runMutation(callbacks.claimThis, { lease, input: { ...input, jobId } });
    const claimed = await untilDone(claimThis);
    if (claimed !== null) return claimed;
  }
  return null;
}

/** A job whose delivery cannot be made is put back with the reason, instead of being held until its lease runs out. */
async function deliver(ctx: ActionCtx, { lease, input: { runnerId } }: Request, claimed: ClaimView): Promise<object> {
  const { id: jobId, fence } = claimed;
  try {
    return { ...claimed, ...(await ctx.runQuery(internal.deliveries.callbacks.ofJob, { lease, input: { jobId } })) };
  } catch (thrown) {
    // The details are in the log alone.
    const failure = { jobId, runnerId, fence, error: "What the job is about could not be put together." };
    await untilDone(() => ctx.runMutation(internal.jobs.callbacks.fail, { lease: null, input: failure }));
    throw thrown;
  }
}

/** Not the same for all, so that the looks of those who wait are spread over time. */
function pauseMs(longestMs: number): number {
  return Math.min(longestMs, pauses.longestMs) * (0.5 + Math.random() / 2);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
