// How runs go into the trash, come back and go for good.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { changeCounter } from "../counters/model";
import { publicId } from "../lib/publicIds";
import { isFull, roomFor } from "../lib/room";
import { requireRoom } from "../lib/stages";
import { appendEvent } from "../runEvents/model";
import { removeSandbox } from "../sandboxes/model";
import { purgeFromTrash, putInTrash, takeFromTrash } from "../lib/trash";
import { clearRowsOfRun } from "./clearing";
import { cancelRun } from "./lifecycle";
import { isFinal } from "./status";

type Run = Doc<"runs">;

/** One that is not over is cancelled first. */
export async function discardRun(ctx: MutationCtx, run: Run, by: Id<"users">): Promise<void> {
  if (!isFinal(run.status)) await cancelRun(ctx, run);
  await discardEnded(ctx, run, by);
  await changeCounter(ctx, run.projectId, "totalRuns", -1);
}

/**
 * All or none. What goes on in them ends right after, run by run. Throws VALIDATION for more than one transaction can hold.
 * The runs are of one project.
 */
export async function discardRuns(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { field, runs, by }: { field: string; runs: readonly Run[]; by: Id<"users"> },
): Promise<void> {
  for (const run of runs) {
    if (!isFinal(run.status)) await cancelRun(ctx, run, { childrenEndLater: true });
    await discardEnded(ctx, run, by);
    await requireRoom(ctx, field);
  }
  await changeCounter(ctx, projectId, "totalRuns", -runs.length);
}

async function discardEnded(ctx: MutationCtx, run: Run, by: Id<"users">): Promise<void> {
  const { _id, projectId, name } = run;
  const entityId = publicId("runs", _id);
  await putInTrash(ctx, "runs", _id, { projectId, type: "run", entityId, name, deletedBy: by });
  await appendEvent(ctx, run, { type: "run.deleted" });
}

/** Throws CONFLICT for what is not in the trash. */
export async function restoreRun(ctx: MutationCtx, run: Run): Promise<void> {
  await takeFromTrash(ctx, "runs", run._id, publicId("runs", run._id));
  await changeCounter(ctx, run.projectId, "totalRuns", 1);
  await appendEvent(ctx, run, { type: "run.restored" });
}

/** Throws CONFLICT for what is not in the trash. The run is gone at once; what hangs on it follows in batches. */
export async function purgeRun(ctx: MutationCtx, run: Run): Promise<void> {
  await purgeFromTrash(ctx, "runs", run._id, publicId("runs", run._id));
  await clearTraces(ctx, run._id);
}

const rowsPerBatch = 200;
/** Each has messages and files of its own. */
const sandboxesPerBatch = 5;

/** One batch; the next ones are scheduled. */
export async function clearTraces(ctx: MutationCtx, runId: Id<"runs">): Promise<void> {
  const room = roomFor(rowsPerBatch);
  await clearRowsOfRun(ctx, runId, room);
  const sandboxes = await ctx.db
    .query("sandboxes")
    .withIndex("by_run", (q) => q.eq("runId", runId))
    .take(sandboxesPerBatch);
  for (const sandbox of sandboxes) await removeSandbox(ctx, sandbox);
  if (!isFull(room) && sandboxes.length < sandboxesPerBatch) return;
  await ctx.scheduler.runAfter(0, internal.runs.jobs.clear, { runId });
}
