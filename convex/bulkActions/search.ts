// Finds the runs of a bulk action. It reads the ranges of the lists of runs, each once and newest first, beginning with
// the runs that there were at the request. What the first transaction has no room for is found in further ones, before
// the action touches any run.
import { getConvexSize } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { batchBudget, isSpent } from "../lib/batchBudget";
import type { BatchBudget } from "../lib/batchBudget";
import { isLabelled, newestLabels } from "../runs/labels";
import { newestRuns } from "../runs/lists";
import type { Search } from "./schema";

const rowsPerBatch = 1000;

/** Writes the next batch of runs down. Returns the changed fields of the bulk action. */
export async function findBatch(
  ctx: MutationCtx,
  { _id: bulkActionId, projectId, matched, batches }: Doc<"bulkActions">,
  search: Search,
): Promise<Pick<Doc<"bulkActions">, "matched" | "batches"> & { search: Search | undefined }> {
  const budget = batchBudget(rowsPerBatch, 1);
  const runIds: Id<"runs">[] = [];
  let left: Search | undefined = search;
  while (left !== undefined && !isSpent(budget)) left = await lookThrough(ctx, projectId, left, { budget, runIds });
  if (runIds.length === 0) return { search: left, matched, batches };
  await ctx.db.insert("bulkBatches", { projectId, bulkActionId, number: batches, runIds });
  return { search: left, matched: matched + runIds.length, batches: batches + 1 };
}

interface Found {
  budget: BatchBudget;
  runIds: Id<"runs">[];
}

/** Looks through the runs of one state, as far as the budget goes. Returns what is left: undefined when nothing is. */
async function lookThrough(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  search: Search,
  { budget, runIds }: Found,
): Promise<Search | undefined> {
  const { searched, states, fromMs, taken } = search;
  for await (const { _id, _creationTime, runId, size } of candidates(ctx, projectId, search)) {
    // Rows of one time are sorted by their ids, downwards.
    if (taken !== null && _creationTime === fromMs && _id >= taken) continue;
    if (runId !== null) runIds.push(runId);
    budget.rows -= 1;
    budget.bytes -= size;
    if (isSpent(budget)) return { ...search, fromMs: _creationTime, taken: _id };
  }
  if (searched + 1 >= states.length) return undefined;
  return { ...search, searched: searched + 1, fromMs: search.beganMs, taken: null };
}

interface Candidate {
  _id: string;
  _creationTime: number;
  /** Null for a row that the index cannot leave out. */
  runId: Id<"runs"> | null;
  size: number;
}

async function* candidates(ctx: QueryCtx, projectId: Id<"projects">, search: Search): AsyncGenerator<Candidate> {
  const { states, searched, label, fromMs, ...filters } = search;
  const status = states[searched];
  if (label === undefined) {
    for await (const run of newestRuns(ctx, projectId, { ...filters, status })(fromMs)) {
      yield { _id: run._id, _creationTime: run._creationTime, runId: run._id, size: getConvexSize(run) };
    }
    return;
  }
  const wanted = { ...filters, label };
  for await (const row of newestLabels(ctx, projectId, { ...wanted, status })(fromMs)) {
    const { _id, _creationTime, runId } = row;
    yield { _id, _creationTime, runId: isLabelled(row, wanted) ? runId : null, size: getConvexSize(row) };
  }
}
