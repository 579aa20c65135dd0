// How assets go: contexts into the trash, from which they come back or go for good, the others at once. Versions hold up
// to a megabyte each and follow in batches.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { isAnyRunOpen, leaveBehind } from "../supplies/leftovers";
import { publicId } from "../lib/publicIds";
import { hasRoom } from "../lib/stages";
import { purgeFromTrash, putInTrash, takeFromTrash } from "../lib/trash";
import { forgetCatalog, requireFreeName } from "./model";

/** Agents are not given it any more; runs that have started keep theirs. */
export async function discardContext(ctx: MutationCtx, context: Doc<"assets">, by: Id<"users">): Promise<void> {
  const { _id, projectId, name } = context;
  await forgetCatalog(ctx, context);
  const entityId = publicId("contexts", _id);
  await putInTrash(ctx, "assets", _id, { projectId, type: "context", entityId, name, deletedBy: by });
}

/** Throws CONFLICT for one that is not in the trash, and for one whose name another has taken meanwhile. */
export async function restoreContext(ctx: MutationCtx, context: Doc<"assets">): Promise<void> {
  if (context.deletedAtMs !== undefined) await requireFreeName(ctx, context);
  await forgetCatalog(ctx, context);
  await takeFromTrash(ctx, "assets", context._id, publicId("contexts", context._id));
}

/** Throws CONFLICT for one that is not in the trash. */
export async function purgeContext(ctx: MutationCtx, context: Doc<"assets">): Promise<void> {
  await purgeFromTrash(ctx, "assets", context._id, publicId("contexts", context._id));
  await removeVersionsOf(ctx, context);
}

export async function removeAsset(ctx: MutationCtx, asset: Doc<"assets">): Promise<void> {
  await forgetCatalog(ctx, asset);
  await ctx.db.delete("assets", asset._id);
  await removeVersionsOf(ctx, asset);
}

/** Whoever asks for it waits for so many at most. */
const versionsPerBatch = 8;

/** Not before the runs have ended that may have been given one. */
async function removeVersionsOf(ctx: MutationCtx, { _id: assetId, projectId }: Doc<"assets">): Promise<void> {
  if (await isAnyRunOpen(ctx, projectId)) await leaveBehind(ctx, projectId, { kind: "asset", assetId });
  else await removeVersions(ctx, assetId);
}

/** One batch, of no more than there is room for; the rest, if any, is scheduled. */
export async function removeVersions(ctx: MutationCtx, assetId: Id<"assets">): Promise<void> {
  const versions = ctx.db.query("assetVersions").withIndex("by_asset", (q) => q.eq("assetId", assetId));
  let removed = 0;
  for await (const { _id } of versions) {
    if (removed === versionsPerBatch || !(await hasRoom(ctx))) {
      return void (await ctx.scheduler.runAfter(0, internal.assets.jobs.continueRemoval, { assetId }));
    }
    await ctx.db.delete("assetVersions", _id);
    removed += 1;
  }
}
