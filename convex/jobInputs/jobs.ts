import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { removeVersions } from "../assets/removal";
import { scheduledMutation } from "../lib/scheduledMutation";
import { workWithinBudget } from "../lib/transactionBudget";
import { isUnused, pendingDeletionsToCheck } from "../sharedCopies/pendingDeletions";
import { deleteCopy } from "../sharedCopies/model";

/** Deletes leftovers that no run needs, each perhaps of megabytes. Others are looked at again only minutes later. */
export const sweep = scheduledMutation({}, async (ctx) => {
  const progress = await workWithinBudget(
    ctx,
    pendingDeletionsToCheck(ctx),
    (leftover) => removeIfFree(ctx, leftover),
    "large",
  );
  if (progress === "more") await ctx.scheduler.runAfter(0, internal.jobInputs.jobs.sweep, {});
});

async function removeIfFree(ctx: MutationCtx, leftover: Doc<"leftovers">): Promise<void> {
  if (!(await isUnused(ctx, leftover))) return;
  const { what } = leftover;
  if (what.kind === "supply") await deleteCopy(ctx, what.supplyId);
  else await removeVersions(ctx, what.assetId);
  await ctx.db.delete("leftovers", leftover._id);
}
