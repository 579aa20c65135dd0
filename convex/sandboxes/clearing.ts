// Deletes the rows that belong to a sandbox, and the rows of earlier reports of its files, in batches.
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { isSpent, removeWithin, batchBudget } from "../lib/batchBudget";
import type { BatchBudget } from "../lib/batchBudget";
import { clearMessages } from "../messages/clearing";

const rowsPerBatch = 500;

export async function clearSandbox(ctx: MutationCtx, sandboxId: Id<"sandboxes">): Promise<void> {
  const budget = batchBudget(rowsPerBatch);
  await clearWithin(ctx, sandboxId, budget);
  if (isSpent(budget)) await ctx.scheduler.runAfter(0, internal.sandboxes.scheduled.clear, { sandboxId });
}

export async function clearWithin(ctx: MutationCtx, sandboxId: Id<"sandboxes">, budget: BatchBudget): Promise<void> {
  await clearMessages(ctx, sandboxId, budget);
  await removeFiles(ctx, sandboxId, Number.MAX_SAFE_INTEGER, budget);
  const reports = ctx.db.query("sandboxReports").withIndex("by_sandbox", (q) => q.eq("sandboxId", sandboxId));
  await removeWithin(budget, reports, ({ _id }) => ctx.db.delete("sandboxReports", _id));
}

/** Deletes one batch of the files that were reported before `report`, and schedules the next. */
export async function clearOldFiles(ctx: MutationCtx, sandboxId: Id<"sandboxes">, report: number): Promise<void> {
  const budget = batchBudget(rowsPerBatch);
  await removeFiles(ctx, sandboxId, report, budget);
  if (isSpent(budget))
    await ctx.scheduler.runAfter(0, internal.sandboxes.scheduled.clearOldFiles, { sandboxId, report });
}

async function removeFiles(
  ctx: MutationCtx,
  sandboxId: Id<"sandboxes">,
  before: number,
  budget: BatchBudget,
): Promise<void> {
  const files = ctx.db
    .query("sandboxFiles")
    .withIndex("by_folder", (q) => q.eq("sandboxId", sandboxId).lt("report", before));
  await removeWithin(budget, files, ({ _id }) => ctx.db.delete("sandboxFiles", _id));
}
