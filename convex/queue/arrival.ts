// A run comes to the limits that concern it when its job is queued, and each change of its status changes its entry.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { isUnlimited, limitsOf } from "./limits";
import {
  addEntry,
  waitForLimit,
  occupySlot,
  limitsAround,
  makeReady,
  entryOf,
  removeEntry,
  releaseSlot,
} from "./entries";
import type { QueueEntry } from "./entries";
import { promoteWaitingRuns, blockingLimit } from "./promotion";

type Run = Doc<"runs">;
type Project = Pick<Doc<"projects">, "_id" | "queue">;

/** Returns the run as it is then. Its job can be claimed unless a limit holds it. */
export async function queueForRoom(ctx: MutationCtx, project: Project, run: Run, jobId: Id<"jobs">): Promise<Run> {
  if (isUnlimited(project, run)) return run;
  const limits = await limitsOf(ctx, project, run);
  if (limits.length === 0) return run;
  await ctx.db.patch("jobs", jobId, { isLimited: true });
  const keys = limits.map(({ key }) => key);
  const sinceMs = Date.now();
  const entry = await addEntry(ctx, run, { jobId, sinceMs });
  const taken = blockingLimit(limits, entry, sinceMs);
  const unsettled =
    taken === undefined ? await makeReady(ctx, entry, keys, sinceMs) : await waitForLimit(ctx, entry, keys, taken.key);
  await promoteWaitingRuns(ctx, project._id, unsettled);
  return (await ctx.db.get("runs", run._id)) ?? run;
}

/** A run that a runner has made as part of its work waits for nobody. It takes room while it is active. */
export async function registerActive(ctx: MutationCtx, project: Project, run: Run): Promise<Run> {
  if (isUnlimited(project, run)) return run;
  await addEntry(ctx, run, { sinceMs: Date.now() });
  return { ...run, isPlaced: true };
}

/** Called after each change of the status of a run that has an entry. */
export async function followStatus(ctx: MutationCtx, run: Run, isOver: boolean): Promise<void> {
  const entry = await entryOf(ctx, run._id);
  if (entry === null) return;
  await promoteWaitingRuns(ctx, run.projectId, await moveAlong(ctx, run, entry, isOver));
}

/** Returns the keys of the limits that this has unsettled. */
async function moveAlong(ctx: MutationCtx, run: Run, entry: QueueEntry, isOver: boolean): Promise<string[]> {
  if (isOver) return await removeEntry(ctx, entry);
  if (run.status !== "running" && run.status !== "paused") return await releaseSlot(ctx, entry);
  const project = entry.standing === "inside" ? null : await ctx.db.get("projects", run.projectId);
  if (project === null) return [];
  const limits = await limitsAround(ctx, project, run, entry);
  const keys = limits.map(({ key }) => key);
  return await occupySlot(ctx, entry, keys);
}
