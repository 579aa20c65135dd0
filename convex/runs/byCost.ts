// The runs that have cost most, of one state at a time: an index range then begins with the most expensive one. A list
// of several states merges their ranges.
import type { IndexRange } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { RunStatus } from "./schema";

export interface CostRange {
  projectId: Id<"projects">;
  workflowId?: Id<"workflows"> | undefined;
  status: RunStatus;
}

/** Runs that an upgrade has not reached have no rank yet. They come last. */
export function costRank({ totalCostMicroUsd = -1 }: Doc<"runs">): number {
  return totalCostMicroUsd;
}

/** The most expensive first, and the newest among equals. */
export function costliestRuns(ctx: QueryCtx, range: CostRange) {
  return inRange(ctx, range, (ofState) => ofState).order("desc");
}

/** The runs of this rank that were created at `fromMs` or before, and then those of a lower one. */
export async function* costliestRunsFrom(ctx: QueryCtx, range: CostRange, fromMs: number, rank: number) {
  const cost = rank < 0 ? undefined : rank;
  yield* inRange(ctx, range, (ofState) => ofState.eq("totalCostMicroUsd", cost).lte("_creationTime", fromMs)).order(
    "desc",
  );
  if (cost !== undefined) yield* inRange(ctx, range, (ofState) => ofState.lt("totalCostMicroUsd", cost)).order("desc");
}

/** The rest of an index range whose other fields are set. */
type Within = (range: FromCost) => IndexRange;
interface FromCost extends IndexRange {
  eq(
    field: "totalCostMicroUsd",
    cost: number | undefined,
  ): Record<"lte", (field: "_creationTime", ms: number) => IndexRange>;
  lt(field: "totalCostMicroUsd", cost: number): IndexRange;
}

function inRange(ctx: QueryCtx, { projectId, workflowId, status }: CostRange, within: Within) {
  const runs = ctx.db.query("runs");
  if (workflowId === undefined) {
    return runs.withIndex("by_status_and_cost", (q) =>
      within(q.eq("projectId", projectId).eq("deletedAtMs", undefined).eq("status", status)),
    );
  }
  return runs.withIndex("by_workflow_status_and_cost", (q) =>
    within(q.eq("workflowId", workflowId).eq("deletedAtMs", undefined).eq("status", status)),
  );
}
