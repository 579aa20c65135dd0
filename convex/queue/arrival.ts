// A run comes to the limits that concern it when its job is queued, and each change of its status changes its place.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { isUnlimited, limitsOf } from "./limits";
import { addPlace, hold, admit, limitsAround, makeReady, placeOf, removePlace, vacate } from "./places";
import type { Place } from "./places";
import { settle, takenOf } from "./turns";

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
  const place = await addPlace(ctx, run, { jobId, sinceMs });
  const taken = takenOf(limits, place, sinceMs);
  const unsettled =
    taken === undefined ? await makeReady(ctx, place, keys, sinceMs) : await hold(ctx, place, keys, taken.key);
  await settle(ctx, project._id, unsettled);
  return (await ctx.db.get("runs", run._id)) ?? run;
}

/** A run that a runner has made as part of its work waits for nobody. It takes room while it is active. */
export async function expectInside(ctx: MutationCtx, project: Project, run: Run): Promise<Run> {
  if (isUnlimited(project, run)) return run;
  await addPlace(ctx, run, { sinceMs: Date.now() });
  return { ...run, isPlaced: true };
}

/** Called after each change of the status of a run that has a place. */
export async function followStatus(ctx: MutationCtx, run: Run, isOver: boolean): Promise<void> {
  const place = await placeOf(ctx, run._id);
  if (place === null) return;
  await settle(ctx, run.projectId, await moveAlong(ctx, run, place, isOver));
}

/** Returns the keys of the limits that this has unsettled. */
async function moveAlong(ctx: MutationCtx, run: Run, place: Place, isOver: boolean): Promise<string[]> {
  if (isOver) return await removePlace(ctx, place);
  if (run.status !== "running" && run.status !== "paused") return await vacate(ctx, place);
  const project = place.standing === "inside" ? null : await ctx.db.get("projects", run.projectId);
  if (project === null) return [];
  const limits = await limitsAround(ctx, project, run, place);
  const keys = limits.map(({ key }) => key);
  return await admit(ctx, place, keys);
}
