// What a claim asks of the limits: it takes room for the run of its job, or the job is set aside. The claim of a job
// loads this file, so it imports little.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { freeSlots } from "./limits";
import { addEntry, waitForLimitAndReport, occupySlot, limitsAround, makeReady, entryOf } from "./entries";
import type { QueueEntry } from "./entries";
import { promoteWaitingRuns } from "./promotion";
import { isRunWork } from "../lib/runWork";

type Project = Pick<Doc<"projects">, "_id" | "queue">;

/**
 * Returns false when a limit has no room: then the job is apart from those that can be
 * claimed until there is room.
 */
export async function takeSlot(ctx: MutationCtx, project: Project, job: Doc<"jobs">): Promise<boolean> {
  if (!isRunWork(job.work)) return true;
  if (project.queue === undefined && job.isLimited !== true) return true;
  const run = await ctx.db.get("runs", job.work.runId);
  // A run that is over takes no room, and nothing would give it back.
  if (run === null || run.completedAtMs !== undefined) return true;
  const entry = await entryOf(ctx, run._id);
  const limits = await limitsAround(ctx, project, run, entry ?? {});
  if (limits.length === 0 && entry === null) return true;
  const full = limits.find((limit) => freeSlots(limit) <= 0 && !isInside(entry, limit.key));
  const placed = entry ?? (await addEntry(ctx, run, { jobId: job._id, sinceMs: job.availableAtMs }));
  if (placed.jobId !== job._id) await ctx.db.patch("queuePlaces", placed._id, { jobId: job._id });
  const keys = limits.map(({ key }) => key);
  const unsettled =
    full === undefined
      ? await occupySlot(ctx, placed, keys)
      : await waitForLimitAndReport(ctx, { ...placed, jobId: job._id }, keys, full.key);
  await promoteWaitingRuns(ctx, project._id, unsettled);
  return full === undefined;
}

function isInside(entry: QueueEntry | null, key: string): boolean {
  return entry?.standing === "inside" && entry.limits.includes(key);
}

/** The job of the run goes back into the queue before the run has begun, so it takes no room. */
export async function returnSlot(ctx: MutationCtx, job: Doc<"jobs">): Promise<void> {
  if (!isRunWork(job.work)) return;
  const run = await ctx.db.get("runs", job.work.runId);
  if (run?.status !== "pending" || run.isPlaced !== true) return;
  const entry = await entryOf(ctx, run._id);
  if (entry?.standing !== "inside") return;
  await promoteWaitingRuns(ctx, run.projectId, await makeReady(ctx, entry, entry.limits, job.availableAtMs));
}
