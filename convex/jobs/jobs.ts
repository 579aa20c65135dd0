// The scheduled functions of jobs.
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { ifThere, scheduled } from "../lib/scheduled";
import { callOff, callOffJobs } from "./calling";
import { releaseExpired } from "./claims";
import { endIfLost, failUndelivered as failUndeliveredJob } from "./endings";
import { sweepEnded } from "./model";
import { failRun as failOne, failureReason } from "./outcome";
import { takeBackClaims } from "./takingBack";
import { endJobIfOverdue, endOverdueJobs } from "./overdue";

const releasedPerStep = 500;

export const release = scheduled({}, async (ctx) => {
  if (await releaseExpired(ctx, releasedPerStep)) await ctx.scheduler.runAfter(0, internal.jobs.jobs.release, {});
});

/** Ends a job whose runner was lost and which was called off or tried too often. */
export const giveUp = scheduled({ jobId: v.id("jobs") }, (ctx, { jobId }) =>
  ifThere(ctx.db.get("jobs", jobId), (job) => endIfLost(ctx, job)),
);

/** Ends a job whose delivery could not be built by its last claim, which has this fence. */
export const failUndelivered = scheduled({ jobId: v.id("jobs"), fence: v.number() }, (ctx, { jobId, fence }) =>
  ifThere(ctx.db.get("jobs", jobId), (job) => failUndeliveredJob(ctx, job, fence)),
);

export const endOverdue = scheduled({}, (ctx) => endOverdueJobs(ctx));

export const endIfOverdue = scheduled({ jobId: v.id("jobs") }, (ctx, { jobId }) =>
  ifThere(ctx.db.get("jobs", jobId), (job) => endJobIfOverdue(ctx, job)),
);

export const sweep = scheduled({}, async (ctx) => {
  if (await sweepEnded(ctx)) await ctx.scheduler.runAfter(0, internal.jobs.jobs.sweep, {});
});

export const callOffRest = scheduled({ subjectId: v.string(), how: callOff, madeUntil: v.number() }, (ctx, calling) =>
  callOffJobs(ctx, calling),
);

/** Takes the other jobs back from the holder of a runner token that has ended. */
export const takeBackRest = scheduled(
  { tokenId: v.id("runnerTokens"), cursor: v.string() },
  (ctx, { tokenId, cursor }) =>
    ifThere(ctx.db.get("runnerTokens", tokenId), (token) => takeBackClaims(ctx, token, cursor)),
);

export const failRun = scheduled(
  { runId: v.id("runs"), reason: failureReason, error: v.string() },
  (ctx, { runId, ...failure }) => failOne(ctx, runId, failure),
);
