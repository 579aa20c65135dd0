// Finds the runner that holds a job by the last claim, and changes the job under that claim or at its end.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { requireFence } from "../callers/lease";
import { apiError } from "../lib/errors";
import { patchAndReturn } from "../lib/patchAndReturn";
import { publicId } from "../lib/publicIds";
import { nextState } from "../lib/states";
import { returnSlot } from "../queue/capacity";
import { announceFrom } from "../lib/announceJob";
import { isExhausted } from "./bounds";
import { hasSubjectEnded } from "./hasSubjectEnded";
import { isLook, lookAgain } from "./lookAgain";
import { jobMoves } from "./status";

type Job = Doc<"jobs">;

/** A runner that says that it holds a job. `fence` is the number of its claim; the runner may leave it out. */
export interface ClaimHolder {
  runnerId: string;
  fence?: number | null | undefined;
}

/** Returns the claim. Throws CONFLICT unless this runner holds the job and may make the move `move`. */
export function requireHolder(job: Job, { runnerId, fence }: ClaimHolder, move: keyof typeof jobMoves): Claim {
  // The fence distinguishes two processes that use the same runner name.
  if (fence !== undefined && fence !== null) requireFence(job, fence);
  nextState("job", jobMoves, move, job.status);
  const claim = claimOf(job);
  const lost = (why: string) =>
    apiError("CONFLICT", `The runner does not hold the job ${publicId("jobs", job._id)}: ${why}.`);
  if (claim.runnerId !== runnerId) throw lost("another one has claimed it");
  if (claim.leaseUntilMs <= Date.now()) throw lost("its lease has run out");
  return claim;
}

interface Claim {
  runnerId: string;
  leaseMs: number;
  leaseUntilMs: number;
}

export function claimOf({ _id, runnerId, leaseMs, leaseUntilMs }: Job): Claim {
  if (runnerId === undefined || leaseMs === undefined || leaseUntilMs === undefined) {
    throw new Error(`The job ${_id} is not claimed.`);
  }
  return { runnerId, leaseMs, leaseUntilMs };
}

/** Whether the job must not be tried again after its lease has run out. */
export function isLastAttempt({ cancelRequested, attempts, work }: Job): boolean {
  return cancelRequested || (isExhausted(attempts) && !isLook(work));
}

export function runnerLostError({ attempts }: Job): string {
  return `The runner was lost in attempt ${attempts}: its lease ran out.`;
}

/**
 * Puts the job back into the queue, where a look waits for the next regular time. A job whose subject is over is
 * cancelled instead, because nothing is left to do for it, and another runner might do it twice. `change` is written in
 * the same patch.
 */
export async function requeue(
  ctx: MutationCtx,
  job: Job,
  availableAtMs: number,
  error: string,
  change: { fence?: number } = {},
): Promise<Job> {
  const again = isLook(job.work) ? await lookAgain(ctx, job, { error, ...change }) : null;
  if (again !== null) return again;
  if (await hasSubjectEnded(ctx, job.work)) return await cancelEnded(ctx, job, { error, ...change });
  const status = nextState("job", jobMoves, "requeue", job.status);
  const noClaim = { runnerId: undefined, leaseMs: undefined, leaseUntilMs: undefined };
  const after = await patchAndReturn(ctx, "jobs", job, { status, availableAtMs, error, ...noClaim, ...change });
  await announceFrom(ctx, job._id, availableAtMs);
  await returnSlot(ctx, after);
  return after;
}

async function cancelEnded(ctx: MutationCtx, job: Job, change: { error: string; fence?: number }): Promise<Job> {
  const status = nextState("job", jobMoves, "cancel", job.status);
  return await changeJob(ctx, job, { status, endedAtMs: Date.now(), boundAtMs: undefined, ...change });
}

type Removable = "boundAtMs" | "deferral" | "retryRunIds" | "tokenId";
type Change = Partial<Omit<Job, Removable>> & { [Field in Removable]?: Job[Field] | undefined };

export async function changeJob(ctx: MutationCtx, job: Job, change: Change): Promise<Job> {
  return await patchAndReturn(ctx, "jobs", job, change);
}
