// Deletes the runs of a project that ended longer ago than its setting `retainRunsDays`. A batch is a transaction that
// schedules the next one, so that a crash leaves nothing half done.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { systemActor } from "../callers/actor";
import { writeEntry } from "../callers/audited";
import { batchBudget, takeWithin } from "../lib/batchBudget";
import { dayMs } from "../lib/times";
import { findSettings } from "../settings/model";
import { removeEnded } from "./trash";

const settingsPerPage = 50;
/** A row of settings has up to 1 MiB. */
const bytesPerPage = 8 * 1024 * 1024;
const runsPerBatch = 20;
/** The rows of the runs of a batch are deleted meanwhile, so that not all of a large project are due at once. */
const pauseMs = 1000;

/** Begins with each project that has the setting. */
export async function sweepProjects(ctx: MutationCtx, cursor: string | null): Promise<void> {
  const { page, isDone, continueCursor } = await ctx.db
    .query("projectSettings")
    .withIndex("by_retention", (q) => q.gte("retainRunsDays", 1))
    .paginate({ cursor, numItems: settingsPerPage, maximumBytesRead: bytesPerPage });
  for (const { projectId } of page) {
    await ctx.scheduler.runAfter(0, internal.runs.scheduled.removeOld, { projectId, removed: 0 });
  }
  if (!isDone) await ctx.scheduler.runAfter(0, internal.runs.scheduled.sweepOld, { cursor: continueCursor });
}

/** Deletes a batch. `removed` is how many runs the batches before it have deleted; the last one records them. */
export async function removeOld(ctx: MutationCtx, projectId: Id<"projects">, removed: number): Promise<void> {
  const days = await retainedDays(ctx, projectId);
  const runs = days === null ? [] : await endedBefore(ctx, projectId, Date.now() - days * dayMs);
  for (const run of runs) await removeEnded(ctx, run);
  const sum = removed + runs.length;
  if (runs.length > 0)
    return void (await ctx.scheduler.runAfter(pauseMs, internal.runs.scheduled.removeOld, { projectId, removed: sum }));
  if (sum > 0) await record(ctx, projectId, sum);
}

/** Null when the project keeps its runs. A deleted project keeps everything as long as it can be restored. */
async function retainedDays(ctx: QueryCtx, projectId: Id<"projects">): Promise<number | null> {
  const project = await ctx.db.get("projects", projectId);
  if (project === null || project.deletingAtMs !== undefined) return null;
  return (await findSettings(ctx, projectId))?.retainRunsDays ?? null;
}

async function endedBefore(ctx: QueryCtx, projectId: Id<"projects">, untilMs: number): Promise<Doc<"runs">[]> {
  // A run that is not over has no such time, and the range begins behind those.
  const ended = ctx.db
    .query("runs")
    .withIndex("by_end", (q) => q.eq("projectId", projectId).gte("completedAtMs", 0).lt("completedAtMs", untilMs));
  return await takeWithin(batchBudget(runsPerBatch), ended);
}

async function record(ctx: MutationCtx, projectId: Id<"projects">, removed: number): Promise<void> {
  await writeEntry(ctx, projectId, {
    actor: systemActor,
    action: "runs.remove-old",
    subject: null,
    requestId: null,
    changes: { removed: { from: null, to: removed } },
    outcome: "success",
  });
}
