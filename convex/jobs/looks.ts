// Looks at pull requests, so that their checks, reviews and ends are known. A request that is followed has one row and
// one job, which returns to the queue after each look: whichever runner is there does the next one.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { announceFrom } from "../lib/announceJob";
import { neverMs } from "../lib/jobAvailability";
import type { NamedPullRequest } from "../lib/pullRequestAddress";
import { patchAndReturn } from "../lib/patchAndReturn";
import { cancelJobsOf } from "./cancellation";
import { nextLookMs, soonMs } from "./lookTimes";
import { enqueueJob, findOpenJob } from "./model";
import { recordNextLook } from "./nextLook";

export type FollowedRequest = Doc<"followedRequests">;
export type RequestSubject = FollowedRequest["subject"];

export async function findFollowed(ctx: QueryCtx, id: Id<"runs"> | Id<"mergeRuns">): Promise<FollowedRequest | null> {
  return await ctx.db
    .query("followedRequests")
    .withIndex("by_subject", (q) => q.eq("subjectId", id))
    .unique();
}

interface Opened extends NamedPullRequest {
  projectId: Id<"projects">;
  subject: RequestSubject;
}

/** The request has appeared, or another one in its place. Returns the time of the next look. */
export async function follow(ctx: MutationCtx, { projectId, subject, repository, number }: Opened): Promise<number> {
  const subjectId = subject.kind === "run" ? subject.runId : subject.mergeRunId;
  const found = await findFollowed(ctx, subjectId);
  const nextLookAtMs = Date.now() + soonMs;
  const fields = { repository, number, sinceMs: Date.now(), nextLookAtMs, areChecksRunning: false, head: undefined };
  if (found !== null) {
    if (found.repository === repository && found.number === number) return found.nextLookAtMs ?? nextLookAtMs;
    await setNextLook(ctx, await patchAndReturn(ctx, "followedRequests", found, fields), nextLookAtMs);
    return nextLookAtMs;
  }
  const { head: _head, ...made } = fields;
  const requestId = await ctx.db.insert("followedRequests", { projectId, subject, subjectId, ...made });
  await queueLook(ctx, { projectId, subject, requestId }, nextLookAtMs);
  return nextLookAtMs;
}

async function queueLook(
  ctx: MutationCtx,
  {
    projectId,
    subject,
    requestId,
    isResting,
  }: Pick<Opened, "projectId" | "subject"> & { requestId: Id<"followedRequests">; isResting?: true | undefined },
  atMs: number,
): Promise<void> {
  const { kind: _kind, ...ids } = subject;
  const jobId = await enqueueJob(ctx, projectId, { kind: "pullRequest.look", requestId, ...ids });
  await makeAvailable(ctx, jobId, isResting === true ? neverMs : atMs);
}

/** The request is merged or closed, or its subject is gone. */
export async function endFollowing(ctx: MutationCtx, id: Id<"runs"> | Id<"mergeRuns">): Promise<void> {
  const found = await findFollowed(ctx, id);
  if (found === null) return;
  await ctx.db.delete("followedRequests", found._id);
  await cancelJobsOf(ctx, found._id);
}

/** What a look has found, or the runner that has opened the request. Returns the time of the next look. */
export async function recordLook(
  ctx: MutationCtx,
  request: FollowedRequest,
  { head, areChecksRunning }: { head: string; areChecksRunning: boolean },
): Promise<number | null> {
  const nowMs = Date.now();
  const isPushed = request.head !== undefined && request.head !== head;
  const sinceMs = isPushed ? nowMs : request.sinceMs;
  const nextMs = isPushed ? nowMs + soonMs : nextLookMs({ sinceMs, areChecksRunning }, nowMs);
  const noted = await patchAndReturn(ctx, "followedRequests", request, { head, sinceMs, areChecksRunning });
  await setNextLook(ctx, noted, nextMs);
  return nextMs;
}

/** Something was pushed, and its checks begin. A look that is due earlier stays so. */
export async function lookSoon(ctx: MutationCtx, id: Id<"runs">): Promise<void> {
  const request = await findFollowed(ctx, id);
  if (request === null || request.isResting === true) return;
  const atMs = Date.now() + soonMs;
  const job = await findOpenJob(ctx, request._id);
  // The look under way may have seen what was there before.
  if (job?.status === "claimed") return await ctx.db.patch("followedRequests", request._id, { isDue: true });
  if (request.nextLookAtMs !== undefined && request.nextLookAtMs <= atMs) return;
  await setNextLook(ctx, request, atMs);
  await recordNextLook(ctx, request, atMs);
}

/** Somebody says that there is news. A look under way may have missed it, so another one follows. */
export async function makeDue(ctx: MutationCtx, request: FollowedRequest): Promise<void> {
  if (request.isResting === true) return;
  const job = await findOpenJob(ctx, request._id);
  if (job?.status === "claimed") await ctx.db.patch("followedRequests", request._id, { isDue: true });
  else await lookNow(ctx, request);
}

async function lookNow(ctx: MutationCtx, request: FollowedRequest): Promise<void> {
  const nowMs = Date.now();
  await setNextLook(ctx, request, nowMs);
  await recordNextLook(ctx, request, nowMs);
}

/** A runner that looks now keeps its job, which returns to the queue afterwards. */
async function setNextLook(ctx: MutationCtx, request: FollowedRequest, atMs: number | null): Promise<void> {
  await ctx.db.patch("followedRequests", request._id, { nextLookAtMs: atMs ?? undefined });
  const job = await findOpenJob(ctx, request._id);
  if (job?.status === "claimed") return;
  if (job === null)
    return atMs === null ? undefined : await queueLook(ctx, { ...request, requestId: request._id }, atMs);
  if (atMs === null) return await cancelJobsOf(ctx, request._id);
  await makeAvailable(ctx, job._id, request.isResting === true ? neverMs : atMs);
}

async function makeAvailable(ctx: MutationCtx, jobId: Id<"jobs">, availableAtMs: number): Promise<void> {
  await ctx.db.patch("jobs", jobId, { availableAtMs });
  await announceFrom(ctx, jobId, availableAtMs);
}

/** While its run is in the trash nobody looks at the request. */
export async function setResting(ctx: MutationCtx, id: Id<"runs">, isResting: boolean): Promise<void> {
  const found = await findFollowed(ctx, id);
  if (found === null) return;
  const changed = await patchAndReturn(ctx, "followedRequests", found, { isResting: isResting ? true : undefined });
  await lookNow(ctx, changed);
}
