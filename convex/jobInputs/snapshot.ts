// Snapshots: the inputs of a run, fixed when the run becomes ready for the runner (`taking.ts`). Later changes reach
// the next attempt at the earliest.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { readCopy } from "../sharedCopies/model";
import type { Plan, PlannedStep } from "./plan";

/** The snapshot of a run. Null when the run is over or is still waiting for its scheduled time. */
export async function snapshotOf(ctx: QueryCtx, runId: Id<"runs">): Promise<Doc<"runSnapshots"> | null> {
  return await ctx.db
    .query("runSnapshots")
    .withIndex("by_run", (q) => q.eq("runId", runId))
    .unique();
}

/** The step that the run's plan has at this index. Null without one, or when no step of the plan has an output. */
export async function plannedWithOutput(
  ctx: QueryCtx,
  runId: Id<"runs">,
  stepIndex: number,
): Promise<PlannedStep | null> {
  const snapshot = await snapshotOf(ctx, runId);
  if (snapshot?.checksOutput !== true) return null;
  return ((await readCopy(ctx, snapshot.planId)) as Plan).steps[stepIndex] ?? null;
}

/** Deletes the snapshot of a run that no runner may work on any more. */
export async function dropSnapshot(ctx: MutationCtx, runId: Id<"runs">): Promise<void> {
  const snapshot = await snapshotOf(ctx, runId);
  if (snapshot !== null) await ctx.db.delete("runSnapshots", snapshot._id);
}
