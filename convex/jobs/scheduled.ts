// The scheduled functions of jobs.
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { ifExists, scheduledMutation } from "../lib/scheduledMutation";
import { cancellationMode, cancelJobs } from "./cancellation";
import { releaseExpired } from "./claims";
import { endIfLost, failUndelivered as failUndeliveredJob } from "./endings";
import { deleteOldJobs } from "./model";
import { failRun as failOne, failureReason } from "./endSubject";
import { requeueClaimsOfToken } from "./endedToken";
import { showRetryIfQueued } from "./retry";
import { endJobIfOverdue, endOverdueJobs } from "./overdue";

const releasedPerStep = 500;

export const release = scheduledMutation({}, async (ctx) => {
  if (await releaseExpired(ctx, releasedPerStep)) await ctx.scheduler.runAfter(0, internal.jobs.scheduled.release, {});
});

/** Ends a job whose runner was lost and which was called off or tried too often. */
export const giveUp = scheduledMutation({ jobId: v.id("jobs") }, (ctx, { jobId }) =>
  ifExists(ctx.db.get("jobs", jobId), (job) => endIfLost(ctx, job)),
);

/** Ends a job whose delivery could not be built by its last claim, which has this fence. */
export const failUndelivered = scheduledMutation({ jobId: v.id("jobs"), fence: v.number() }, (ctx, { jobId, fence }) =>
  ifExists(ctx.db.get("jobs", jobId), (job) => failUndeliveredJob(ctx, job, fence)),
);

/** Shows in the runs of a job that it will be tried again, because the runner of the claim with this fence was lost. */
export const recordRetry = scheduledMutation({ jobId: v.id("jobs"), fence: v.number() }, (ctx, { jobId, fence }) =>
  ifExists(ctx.db.get("jobs", jobId), (job) => showRetryIfQueued(ctx, job, fence)),
);

export const endOverdue = scheduledMutation({}, (ctx) => endOverdueJobs(ctx));

export const endIfOverdue = scheduledMutation({ jobId: v.id("jobs") }, (ctx, { jobId }) =>
  ifExists(ctx.db.get("jobs", jobId), (job) => endJobIfOverdue(ctx, job)),
);

export const sweep = scheduledMutation({}, async (ctx) => {
  if (await deleteOldJobs(ctx)) await ctx.scheduler.runAfter(0, internal.jobs.scheduled.sweep, {});
});

export const cancelRest = scheduledMutation(
  { subjectId: v.string(), how: cancellationMode, madeUntil: v.number() },
  (ctx, calling) => cancelJobs(ctx, calling),
);

/** Takes the other jobs back from the holder of a runner token that has ended. */
export const requeueRest = scheduledMutation(
  { tokenId: v.id("runnerTokens"), cursor: v.string() },
  (ctx, { tokenId, cursor }) =>
    ifExists(ctx.db.get("runnerTokens", tokenId), (token) => requeueClaimsOfToken(ctx, token, cursor)),
);

export const failRun = scheduledMutation(
  { runId: v.id("runs"), reason: failureReason, error: v.string() },
  (ctx, { runId, ...failure }) => failOne(ctx, runId, failure),
);
