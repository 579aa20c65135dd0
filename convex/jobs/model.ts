import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { given } from "../lib/given";
import { isFull, removeInto, roomFor } from "../lib/room";
import { announceFrom } from "./announcing";
import { extractionsPerSandboxMax, leewayMs, requestsPerSandboxMax, usualStartByMs, usualTimeLimitMs } from "./bounds";
import type { JobLimits } from "./bounds";
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
    ...given({ boundAtMs, timeLimitMs }),
  });
  await announceFrom(ctx, jobId, nowMs);
  return jobId;
}

type SandboxWork = Extract<JobWork, { kind: "sandbox.message" | "sandbox.devServer" | "learning.extract" }>;

/**
 * What is asked of a sandbox, such as handing on a message. Throws CONFLICT when as much waits for the sandbox as may: an
 * agent that does not answer is no reason to let more and more pile up.
 */
export async function enqueueForSandbox(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  work: SandboxWork,
): Promise<Id<"jobs">> {
  const waiting = await ctx.db
    .query("jobs")
    .withIndex("by_subject", (q) => q.eq("subjectId", work.sandboxId).eq("status", "queued"))
    .take(requestsPerSandboxMax + extractionsPerSandboxMax);
  const isExtraction = work.kind === "learning.extract";
  const alike = waiting.filter(({ kind }) => (kind === "learning.extract") === isExtraction);
  if (isExtraction && alike.length >= extractionsPerSandboxMax) {
    throw apiError("CONFLICT", `The learnings of the sandbox wait to be extracted ${alike.length} times already.`);
  }
  if (!isExtraction && alike.length >= requestsPerSandboxMax) {
    throw apiError("CONFLICT", `${alike.length} requests wait for the sandbox already; it has to answer first.`);
  }
  return await enqueueJob(ctx, projectId, work);
}

/** How long ended jobs are kept, for who looks into what has happened. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;
const sweptPerBatch = 200;

/** Whether anything waits or is being done for it. */
export async function hasOpenJobs(ctx: MutationCtx, subjectId: string): Promise<boolean> {
  for (const status of ["queued", "claimed"] as const) {
    const job = await ctx.db
      .query("jobs")
      .withIndex("by_subject", (q) => q.eq("subjectId", subjectId).eq("status", status))
      .first();
    if (job !== null) return true;
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
