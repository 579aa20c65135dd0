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

/** What the plan of a run asks of a step at an index. Steps of later iterations continue to count. */
interface PlannedAt {
  step: PlannedStep;
  /** The index of the step in the plan. */
  index: number;
  /** Counts from 0. */
  iteration: number;
}

/** The plan of a run whose steps must show something. Null where none of them has an output or a gate. */
export async function planOfRun(ctx: QueryCtx, runId: Id<"runs">): Promise<Plan | null> {
  const snapshot = await snapshotOf(ctx, runId);
  if (snapshot === null || (snapshot.checksOutput !== true && snapshot.hasGates !== true)) return null;
  return (await readCopy(ctx, snapshot.planId)) as Plan;
}

export function plannedAt(plan: Plan | null, stepIndex: number): PlannedAt | null {
  const { steps } = plan ?? { steps: [] };
  const index = stepIndex % steps.length;
  const step = steps[index];
  return step === undefined ? null : { step, index, iteration: Math.floor(stepIndex / steps.length) };
}

/** Deletes the snapshot of a run that no runner may work on any more. */
export async function dropSnapshot(ctx: MutationCtx, runId: Id<"runs">): Promise<void> {
  const snapshot = await snapshotOf(ctx, runId);
  if (snapshot !== null) await ctx.db.delete("runSnapshots", snapshot._id);
}
