// What a run has cost. Runners report it in one of two ways: by usage records, or by a sum in their progress. Some do
// both, so the sum and the records are never added. Pure.
import type { Doc } from "../_generated/dataModel";

type Costs = Pick<Doc<"runs">, "costMicroUsd" | "reportedCostMicroUsd">;

export function costOfRun({ costMicroUsd, reportedCostMicroUsd = 0 }: Costs): number {
  return Math.max(costMicroUsd, reportedCostMicroUsd);
}
