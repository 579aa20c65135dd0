// Claims that wait for a job. An action has no subscriptions, so it looks again and again whether there may be something
// to claim; that answer is kept by the platform until something changes about jobs, so that a look costs little.
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import type { OperationArgs } from "../callback/builders";
import type { ClaimRequest } from "./callbackRequests";
import type { ClaimView } from "./present";

/** From one look to the next: at first, by how much longer each time, and at most. */
const pauses = { firstMs: 20, factor: 1.1, longestMs: 200 };

/** The claim with what its job is about, so that the runner can begin; null when nothing came in time. */
export async function claimInTime(
  ctx: ActionCtx,
  { lease, input: { waitMs, ...request } }: OperationArgs<ClaimRequest>,
): Promise<object | null> {
  const { callbacks } = internal.jobs;
  const untilMs = Date.now() + (waitMs ?? 0);
  const claim = () => ctx.runMutation(callbacks.claim, { lease, input: request });
  const look = () => ctx.runQuery(callbacks.nextClaimable, { lease, input: { kinds: request.kinds } });
  let claimed: ClaimView | null = await claim();
  for (let longestMs = pauses.firstMs; claimed === null && Date.now() < untilMs; longestMs *= pauses.factor) {
    await pause(Math.min(pauseMs(longestMs), untilMs - Date.now()));
    const nextMs = await look();
    if (nextMs !== null && nextMs <= Date.now()) claimed = await claim();
  }
  if (claimed === null) return null;
  const subject = await ctx.runQuery(internal.deliveries.callbacks.ofJob, { lease, input: { jobId: claimed.id } });
  return { ...claimed, ...subject };
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
