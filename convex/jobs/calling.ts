// Jobs that are not to be done any more, as what they are for is over or begins anew. There may be more of them than one
// transaction can change: then the rest follows in transactions of its own.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { literals } from "../lib/literals";
import { workWhileRoom } from "../lib/stages";
import { nextState } from "../lib/states";
import { farewellMs } from "./bounds";
import { jobMoves } from "./status";

type Job = Doc<"jobs">;

/**
 * `cancel`: what waits is cancelled; whoever holds one is told with the next heartbeat, and holds it for a minute more at
 * most: no heartbeat prolongs the lease then. `revoke`: as that, at once, so that who holds one has lost it and can write
 * nothing more for it. `requests`: as `cancel`, of what people have asked of a sandbox alone.
 */
export const callOffs = ["cancel", "revoke", "requests"] as const;
export const callOff = literals(callOffs);
type CallOff = (typeof callOffs)[number];

export async function cancelJobsOf(ctx: MutationCtx, subjectId: string): Promise<void> {
  await callOffJobs(ctx, { subjectId, how: "cancel" });
}

export async function revokeJobsOf(ctx: MutationCtx, subjectId: string): Promise<void> {
  await callOffJobs(ctx, { subjectId, how: "revoke" });
}

/** The sandbox is at its end; what is learned from it is still to be learned. */
export async function cancelRequestsOf(ctx: MutationCtx, subjectId: string): Promise<void> {
  await callOffJobs(ctx, { subjectId, how: "requests" });
}

interface CallingOff {
  subjectId: string;
  how: CallOff;
  /** The creation time of the newest job that is meant: by the time of a later step the subject may have others. */
  madeUntil?: number;
}

/** As many as there is room for; the rest, if any, is scheduled. */
export async function callOffJobs(ctx: MutationCtx, { subjectId, how, madeUntil }: CallingOff): Promise<void> {
  for (const status of ["queued", "claimed"] as const) {
    const jobs = openJobs(ctx, subjectId, status, madeUntil);
    const progress = await workWhileRoom(ctx, jobs, (job) => callOffJob(ctx, job, how));
    if (progress === "done") continue;
    const rest = { subjectId, how, madeUntil: madeUntil ?? (await newestOpenMs(ctx, subjectId)) };
    return void (await ctx.scheduler.runAfter(0, internal.jobs.jobs.callOffRest, rest));
  }
}

async function callOffJob(ctx: MutationCtx, job: Job, how: CallOff): Promise<void> {
  if (how === "requests" && job.work.kind === "learning.extract") return;
  if (job.status === "queued") return await ctx.db.patch("jobs", job._id, cancelled(job));
  if (how === "revoke") return await ctx.db.patch("jobs", job._id, { ...cancelled(job), ...withoutHolder(job) });
  const leaseUntilMs = Math.min(job.leaseUntilMs ?? Infinity, Date.now() + farewellMs);
  await ctx.db.patch("jobs", job._id, { cancelRequested: true, leaseUntilMs });
}

function cancelled(job: Job) {
  const status = nextState("job", jobMoves, "cancel", job.status);
  return { status, endedAtMs: Date.now(), boundAtMs: undefined };
}

/** As if somebody else had claimed it: the number under which its last runner acts is not the newest any more. */
export function withoutHolder({ fence }: Job): { fence: number } {
  return { fence: fence + 1 };
}

async function newestOpenMs(ctx: QueryCtx, subjectId: string): Promise<number> {
  const newest = await Promise.all(
    (["queued", "claimed"] as const).map((status) => openJobs(ctx, subjectId, status).order("desc").first()),
  );
  return Math.max(...newest.map((job) => job?._creationTime ?? 0));
}

function openJobs(ctx: QueryCtx, subjectId: string, status: "queued" | "claimed", madeUntil = Number.MAX_SAFE_INTEGER) {
  return ctx.db
    .query("jobs")
    .withIndex("by_subject", (q) => q.eq("subjectId", subjectId).eq("status", status).lte("_creationTime", madeUntil));
}
