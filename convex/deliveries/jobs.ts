import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { removeVersions } from "../assets/removal";
import { scheduled } from "../lib/scheduled";
import { workWhileRoom } from "../lib/stages";
import { isFree, leftoversToLookAt } from "../supplies/leftovers";
import { removeSupply } from "../supplies/model";

/** Deletes leftovers that no run needs, each perhaps of megabytes. Others are looked at again only minutes later. */
export const sweep = scheduled({}, async (ctx) => {
  const progress = await workWhileRoom(ctx, leftoversToLookAt(ctx), (leftover) => removeIfFree(ctx, leftover), "large");
  if (progress === "more") await ctx.scheduler.runAfter(0, internal.deliveries.jobs.sweep, {});
});

async function removeIfFree(ctx: MutationCtx, leftover: Doc<"leftovers">): Promise<void> {
  if (!(await isFree(ctx, leftover))) return;
  const { what } = leftover;
  if (what.kind === "supply") await removeSupply(ctx, what.supplyId);
  else await removeVersions(ctx, what.assetId);
  await ctx.db.delete("leftovers", leftover._id);
}
