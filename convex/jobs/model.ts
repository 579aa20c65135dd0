import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { isFull, removeInto, roomFor } from "../lib/room";
import { nextState } from "../lib/states";
import { announceFrom } from "./announcing";
import { farewellMs, leewayMs, usualStartByMs, usualTimeLimitMs } from "./bounds";
import type { JobLimits } from "./bounds";
import { jobMoves } from "./status";
import { subjectOf } from "./work";
import type { JobWork } from "./schema";

/** Asks the runner for something, in the transaction of the change that needs it. */
export async function enqueueJob(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  work: JobWork,
  limits: JobLimits = {},
): Promise<Id<"jobs">> {
  const nowMs = Date.now();
  const boundAtMs = limits.startByMs ?? usualStartByMs(work.kind, nowMs);
  const timeLimitMs = limits.timeLimitMs === undefined ? usualTimeLimitMs(work.kind) : limits.timeLimitMs + leewayMs;
  const jobId = await ctx.db.insert("jobs", {
    projectId,
    work,
    kind: work.kind,
    subjectId: subjectOf(work),
    status: "queued",
    attempts: 0,
    fence: 0,
    availableAtMs: nowMs,
    cancelRequested: false,
    ...(boundAtMs === undefined ? {} : { boundAtMs }),
    ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
  });
  await announceFrom(ctx, jobId, nowMs);
  return jobId;
}

/** How long ended jobs are kept, for who looks into what has happened. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;
const sweptPerBatch = 200;

/** More jobs of one thing that wait or are being done at a time do not come about. */
const openJobsMax = 100;

/**
 * What waits is cancelled; whoever holds one is told with the next heartbeat, and holds it for a minute more at most: no
 * heartbeat prolongs the lease then.
 */
export async function cancelJobsOf(ctx: MutationCtx, subjectId: string): Promise<void> {
  for (const job of await openJobs(ctx, subjectId, "queued")) await ctx.db.patch("jobs", job._id, cancelled(job));
  for (const job of await openJobs(ctx, subjectId, "claimed")) {
    const leaseUntilMs = Math.min(job.leaseUntilMs ?? Infinity, Date.now() + farewellMs);
    await ctx.db.patch("jobs", job._id, { cancelRequested: true, leaseUntilMs });
  }
}

/** As `cancelJobsOf`, at once: who holds one has lost it, and can write nothing more for it. */
export async function revokeJobsOf(ctx: MutationCtx, subjectId: string): Promise<void> {
  await cancelJobsOf(ctx, subjectId);
  for (const job of await openJobs(ctx, subjectId, "claimed")) {
    await ctx.db.patch("jobs", job._id, { ...cancelled(job), ...withoutHolder(job) });
  }
}

function cancelled(job: Doc<"jobs">) {
  const status = nextState("job", jobMoves, "cancel", job.status);
  return { status, endedAtMs: Date.now(), boundAtMs: undefined };
}

/** As if somebody else had claimed it: the number under which its last runner acts is not the newest any more. */
export function withoutHolder({ fence }: Doc<"jobs">): { fence: number } {
  return { fence: fence + 1 };
}

/** Whether anything waits or is being done for it. */
export async function hasOpenJobs(ctx: MutationCtx, subjectId: string): Promise<boolean> {
  for (const status of ["queued", "claimed"] as const) {
    if ((await openJobs(ctx, subjectId, status)).length > 0) return true;
  }
  return false;
}

/** For what is to be gone on with, unless somebody waits for it or does it already. */
export async function enqueueUnlessOpen(ctx: MutationCtx, projectId: Id<"projects">, work: JobWork): Promise<void> {
  if (!(await hasOpenJobs(ctx, subjectOf(work)))) await enqueueJob(ctx, projectId, work);
}

/** Removes a batch of jobs that ended long ago. Whether there may be more. */
export async function sweepEnded(ctx: MutationCtx): Promise<boolean> {
  const old = ctx.db
    .query("jobs")
    // Jobs that have not ended have no time of it, which is before all times.
    .withIndex("by_end", (q) => q.gt("endedAtMs", 0).lt("endedAtMs", Date.now() - retentionMs));
  const room = roomFor(sweptPerBatch);
  await removeInto(room, old, ({ _id }) => ctx.db.delete("jobs", _id));
  return isFull(room);
}

async function openJobs(ctx: MutationCtx, subjectId: string, status: "queued" | "claimed"): Promise<Doc<"jobs">[]> {
  return await ctx.db
    .query("jobs")
    .withIndex("by_subject", (q) => q.eq("subjectId", subjectId).eq("status", status))
    .take(openJobsMax);
}
