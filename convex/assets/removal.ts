// Contexts go into the trash. Other assets are deleted at once, and their versions (up to 1 MB each) in batches.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { isAnyRunOpen, deleteWhenUnused } from "../sharedCopies/pendingDeletions";
import { hasBudgetLeft } from "../lib/transactionBudget";
import { purgeFromTrash, moveToTrash, restoreFromTrash } from "../lib/trash";
import { outdateAssetCopies, requireFreeName } from "./model";

/** Moves a context to the trash. Agents do not receive it any more, but runs that have started keep their version. */
export async function discardContext(ctx: MutationCtx, context: Doc<"assets">, by: Id<"users">): Promise<void> {
  await outdateAssetCopies(ctx, context);
  await moveToTrash(ctx, "context", context, { name: context.name, by });
}

/** Throws CONFLICT when the context is not in the trash or when another context has taken its name. */
export async function restoreContext(ctx: MutationCtx, context: Doc<"assets">): Promise<void> {
  if (context.deletedAtMs !== undefined) await requireFreeName(ctx, context);
  await outdateAssetCopies(ctx, context);
  await restoreFromTrash(ctx, "context", context);
}

/** Deletes a context for good. Throws CONFLICT when it is not in the trash. */
export async function purgeContext(ctx: MutationCtx, context: Doc<"assets">): Promise<void> {
  await purgeFromTrash(ctx, "context", context);
  await removeVersionsOf(ctx, context);
}

export async function removeAsset(ctx: MutationCtx, asset: Doc<"assets">): Promise<void> {
  await outdateAssetCopies(ctx, asset);
  await ctx.db.delete("assets", asset._id);
  await removeVersionsOf(ctx, asset);
}

/** The request that deletes an asset waits for at most this many versions. */
const versionsPerBatch = 8;

/** Deletes the versions of an asset, but only after all runs that may have received one have ended. */
async function removeVersionsOf(ctx: MutationCtx, { _id: assetId, projectId }: Doc<"assets">): Promise<void> {
  if (await isAnyRunOpen(ctx, projectId)) await deleteWhenUnused(ctx, projectId, { kind: "asset", assetId });
  else await removeVersions(ctx, assetId);
}

/** Deletes one batch of versions, no more than this transaction has room for, and schedules the rest. */
export async function removeVersions(ctx: MutationCtx, assetId: Id<"assets">): Promise<void> {
  const versions = ctx.db.query("assetVersions").withIndex("by_asset", (q) => q.eq("assetId", assetId));
  let removed = 0;
  for await (const { _id } of versions) {
    if (removed === versionsPerBatch || !(await hasBudgetLeft(ctx))) {
      return void (await ctx.scheduler.runAfter(0, internal.assets.scheduled.continueRemoval, { assetId }));
    }
    await ctx.db.delete("assetVersions", _id);
    removed += 1;
  }
}
