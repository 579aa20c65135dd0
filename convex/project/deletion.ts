// An administrator can restore a deleted project during a grace period. After that its rows are deleted in batches.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { dayMs, hourMs, isoTime } from "../lib/times";
import { apiError } from "../lib/errors";
import { publicId } from "../lib/publicIds";
import { addMember } from "../members/model";
import type { DeletedBy } from "./schema";

const usualGraceHours = 168;
const maxGraceHours = 8760;
/** Platforms limit how far ahead a call can be scheduled, so a later time is reached in several steps. */
const maxWaitMs = 7 * dayMs;
const projectsPerSweep = 100;

/** An unset or malformed variable means the default, so a typing error never shortens the grace period. */
function graceMs(): number {
  const text = process.env["SERVICE_DELETION_GRACE_HOURS"]?.trim() ?? "";
  const hours = text === "" ? Number.NaN : Number(text);
  return (hours >= 0 && hours <= maxGraceHours ? hours : usualGraceHours) * hourMs;
}

/** Returns the time until which the project can be restored, or null when it cannot. */
export async function startProjectDeletion(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  by: DeletedBy,
): Promise<number | null> {
  const project = await ctx.db.get("projects", projectId);
  if (project === null || project.deletingAtMs !== undefined) return project?.restorableUntilMs ?? null;
  const nowMs = Date.now();
  const kept = graceMs();
  const restorableUntilMs = kept === 0 ? undefined : nowMs + kept;
  await ctx.db.patch("projects", projectId, { deletingAtMs: nowMs, deletedBy: by, restorableUntilMs });
  const id = publicId("projects", projectId);
  const way = restorableUntilMs === undefined ? "for good" : `and can be restored until ${isoTime(restorableUntilMs)}`;
  console.warn(`The project ${id} (${project.name}) was deleted by ${nameOf(by)}, ${way}.`);
  if (restorableUntilMs === undefined) {
    await ctx.scheduler.runAfter(0, internal.project.scheduled.clear, { projectId });
    return null;
  }
  await ctx.scheduler.runAfter(0, internal.project.scheduled.pause, { projectId, cursor: null });
  await scheduleClearingCheck(ctx, projectId, restorableUntilMs);
  return restorableUntilMs;
}

function nameOf(by: DeletedBy): string {
  return by.type === "system" ? by.name : `the ${by.type} ${by.id} (${by.name})`;
}

async function scheduleClearingCheck(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  restorableUntilMs: number,
): Promise<void> {
  const atMs = Math.min(restorableUntilMs, Date.now() + maxWaitMs);
  await ctx.scheduler.runAt(atMs, internal.project.scheduled.clear, { projectId, restorableUntilMs });
}

/** `restorableUntilMs` identifies the deletion: the project may have been restored and deleted again meanwhile. */
export async function isToBeCleared(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  restorableUntilMs: number | undefined,
): Promise<boolean> {
  const project = await ctx.db.get("projects", projectId);
  if (project === null || project.deletingAtMs === undefined) return false;
  if (project.restorableUntilMs === undefined) return restorableUntilMs === undefined;
  if (restorableUntilMs !== undefined && restorableUntilMs !== project.restorableUntilMs) return false;
  if (project.restorableUntilMs > Date.now()) {
    await scheduleClearingCheck(ctx, projectId, project.restorableUntilMs);
    return false;
  }
  await ctx.db.patch("projects", projectId, { restorableUntilMs: undefined });
  console.warn(`The data of the project ${publicId("projects", projectId)} (${project.name}) is being removed.`);
  return true;
}

/** Finds deleted projects that have lost their scheduled call, which some backups do not contain. */
export async function clearDue(ctx: MutationCtx): Promise<void> {
  const due = await ctx.db
    .query("projects")
    // Projects that are not deleted come before all times.
    .withIndex("by_restorable_until", (q) => q.gt("restorableUntilMs", 0).lte("restorableUntilMs", Date.now()))
    .take(projectsPerSweep);
  for (const { _id: projectId, restorableUntilMs = 0 } of due)
    await ctx.scheduler.runAfter(0, internal.project.scheduled.clear, { projectId, restorableUntilMs });
}

/** `ownerId` becomes the owner when the project has no members left. Throws CONFLICT when it is not deleted. */
export async function restoreProject(
  ctx: MutationCtx,
  project: Doc<"projects">,
  ownerId: () => Promise<Id<"users">>,
): Promise<void> {
  const id = publicId("projects", project._id);
  if (project.deletingAtMs === undefined) throw apiError("CONFLICT", `The project ${id} is not deleted.`);
  if (project.restorableUntilMs === undefined || project.restorableUntilMs <= Date.now())
    throw apiError("CONFLICT", `The project ${id} cannot be restored any more: its data is being removed.`);
  await ctx.db.patch("projects", project._id, {
    deletingAtMs: undefined,
    deletedBy: undefined,
    restorableUntilMs: undefined,
  });
  if (!(await hasMembers(ctx, project._id)))
    await addMember(ctx, { projectId: project._id, userId: await ownerId(), role: "owner" });
  console.warn(`The project ${id} (${project.name}) was restored.`);
  await ctx.scheduler.runAfter(0, internal.project.scheduled.resume, { projectId: project._id });
}

async function hasMembers(ctx: MutationCtx, projectId: Id<"projects">): Promise<boolean> {
  const member = await ctx.db
    .query("projectMembers")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .first();
  return member !== null;
}
