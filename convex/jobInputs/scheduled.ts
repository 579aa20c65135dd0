import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { removeVersions } from "../assets/removal";
import { scheduledMutation } from "../lib/scheduledMutation";
import { workWithinBudget } from "../lib/transactionBudget";
import { isUnused, pendingDeletionsToCheck } from "../sharedCopies/pendingDeletions";
import { deleteCopy } from "../sharedCopies/model";

/** Deletes copies and assets that no run needs, each perhaps of megabytes. The others are checked again later. */
export const sweep = scheduledMutation({}, async (ctx) => {
  const progress = await workWithinBudget(
    ctx,
    pendingDeletionsToCheck(ctx),
    (pending) => removeIfFree(ctx, pending),
    "large",
  );
  if (progress === "more") await ctx.scheduler.runAfter(0, internal.jobInputs.scheduled.sweep, {});
});

async function removeIfFree(ctx: MutationCtx, pending: Doc<"pendingDeletions">): Promise<void> {
  if (!(await isUnused(ctx, pending))) return;
  const { what } = pending;
  if (what.kind === "sharedCopy") await deleteCopy(ctx, what.sharedCopyId);
  else await removeVersions(ctx, what.assetId);
  await ctx.db.delete("pendingDeletions", pending._id);
}
