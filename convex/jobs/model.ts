import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { dayMs } from "../lib/times";
import { apiError } from "../lib/errors";
import { omitNullish } from "../lib/omitNullish";
import { isSpent, removeWithin, batchBudget } from "../lib/batchBudget";
import { announceFrom } from "../lib/announceJob";
import { maxExtractionsPerSandbox, graceMs, maxRequestsPerSandbox, usualStartByMs, usualTimeLimitMs } from "./bounds";
import type { JobLimits } from "./bounds";
import { subjectOf } from "./work";
import type { JobWork } from "./schema";

/** Queues a job for the runner, in the transaction of the change that needs it. */
export async function enqueueJob(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  work: JobWork,
  limits: JobLimits = {},
): Promise<Id<"jobs">> {
  const nowMs = Date.now();
  const boundAtMs = limits.startByMs ?? usualStartByMs(work.kind, nowMs);
  const timeLimitMs = limits.timeLimitMs === undefined ? usualTimeLimitMs(work.kind) : limits.timeLimitMs + graceMs;
  const jobId = await ctx.db.insert("jobs", {
    projectId,
    work,
    kind: work.kind,
    subjectId: subjectOf(work),
    status: "queued",
    attempts: 0,
    fence: 0,
    ...(limits.priority === undefined || limits.priority === 0 ? {} : { priority: limits.priority }),
    availableAtMs: nowMs,
    cancelRequested: false,
    ...omitNullish({ boundAtMs, timeLimitMs }),
  });
  await announceFrom(ctx, jobId, nowMs);
  return jobId;
}

type SandboxWork = Extract<JobWork, { kind: "sandbox.message" | "sandbox.devServer" | "learning.extract" }>;

/** Queues a request to a sandbox. Throws CONFLICT when too many wait for an agent that does not answer. */
export async function enqueueForSandbox(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  work: SandboxWork,
): Promise<Id<"jobs">> {
  const waiting = await ctx.db
    .query("jobs")
    .withIndex("by_subject", (q) => q.eq("subjectId", work.sandboxId).eq("status", "queued"))
    .take(maxRequestsPerSandbox + maxExtractionsPerSandbox);
  const isExtraction = work.kind === "learning.extract";
  const alike = waiting.filter(({ kind }) => (kind === "learning.extract") === isExtraction);
  if (isExtraction && alike.length >= maxExtractionsPerSandbox) {
    throw apiError("CONFLICT", `${alike.length} extractions of learnings already wait for this sandbox.`);
  }
  if (!isExtraction && alike.length >= maxRequestsPerSandbox) {
    throw apiError("CONFLICT", `${alike.length} requests already wait for this sandbox; it must answer them first.`);
  }
  return await enqueueJob(ctx, projectId, work);
}

/** How long ended jobs are kept, so that people can look into what has happened. */
const retentionMs = 30 * dayMs;
const sweptPerBatch = 200;

/** A job for this subject (a run, a chain, a sandbox) that is queued or claimed. */
export async function findOpenJob(ctx: QueryCtx, subjectId: string): Promise<Doc<"jobs"> | null> {
  for (const status of ["queued", "claimed"] as const) {
    const job = await ctx.db
      .query("jobs")
      .withIndex("by_subject", (q) => q.eq("subjectId", subjectId).eq("status", status))
      .first();
    if (job !== null) return job;
  }
  return null;
}

export async function hasOpenJobs(ctx: QueryCtx, subjectId: string): Promise<boolean> {
  return (await findOpenJob(ctx, subjectId)) !== null;
}

/** Whether the newest job for the subject has been called off. One that was done is not. */
export async function wasLastCancelled(ctx: QueryCtx, subjectId: string): Promise<boolean> {
  const newest = await ctx.db
    .query("jobs")
    .withIndex("by_subject", (q) => q.eq("subjectId", subjectId))
    .order("desc")
    .first();
  return newest !== null && (newest.status === "cancelled" || newest.cancelRequested);
}

/** Queues a job that continues a subject, unless another job for it is queued or claimed already. */
export async function enqueueUnlessOpen(ctx: MutationCtx, projectId: Id<"projects">, work: JobWork): Promise<void> {
  if (!(await hasOpenJobs(ctx, subjectOf(work)))) await enqueueJob(ctx, projectId, work);
}

/** Deletes a batch of jobs that ended long ago. Returns whether there may be more. */
export async function deleteOldJobs(ctx: MutationCtx): Promise<boolean> {
  const old = ctx.db
    .query("jobs")
    // The index sorts jobs without `endedAtMs` before all times, and the lower bound leaves them out.
    .withIndex("by_end_and_lease", (q) => q.gt("endedAtMs", 0).lt("endedAtMs", Date.now() - retentionMs));
  const budget = batchBudget(sweptPerBatch);
  await removeWithin(budget, old, ({ _id }) => ctx.db.delete("jobs", _id));
  return isSpent(budget);
}
