// What a run has cost. Runners report it in one of two ways: by usage records, or by a sum in their progress. Some do
// both, so the sum and the records are never added.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

type Costs = Pick<Doc<"runs">, "costMicroUsd" | "reportedCostMicroUsd">;

export function costOfRun({ costMicroUsd, reportedCostMicroUsd = 0 }: Costs): number {
  return Math.max(costMicroUsd, reportedCostMicroUsd);
}

/** The fields that change with the costs of a run. */
export function costsAfter(run: Costs, changes: Partial<Costs>): Partial<Costs> & { totalCostMicroUsd: number } {
  return { ...changes, totalCostMicroUsd: costOfRun({ ...run, ...changes }) };
}

/** A migration: runs from before lists could be sorted by cost. */
export async function addTotalCost(ctx: MutationCtx, run: Doc<"runs">): Promise<void> {
  if (run.totalCostMicroUsd === undefined) await ctx.db.patch("runs", run._id, costsAfter(run, {}));
}
