import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime } from "../lib/times";
import { presentActor } from "../callers/caller";

export interface TrashItemView extends Ids {
  entityType: string;
  entityId: string;
  name: string;
  deletedAt: string;
  deletedBy: string | null;
}

export async function presentTrashItem(ctx: QueryCtx, item: Doc<"trashItems">): Promise<TrashItemView> {
  return withIds("trashItems", item._id, {
    entityType: item.type,
    entityId: item.entityId,
    name: item.name,
    deletedAt: isoTime(item._creationTime),
    deletedBy: item.deletedBy === null ? null : await presentActor(ctx, item.deletedBy),
  });
}
