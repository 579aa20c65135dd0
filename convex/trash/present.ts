import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicId } from "../lib/publicIds";
import { isoTime } from "../lib/times";
import { presentActor } from "../callers/actors";

export interface TrashItemView {
  id: string;
  _id: string;
  entityType: string;
  entityId: string;
  name: string;
  deletedAt: string;
  deletedBy: string | null;
}

export async function presentTrashItem(ctx: QueryCtx, item: Doc<"trashItems">): Promise<TrashItemView> {
  const id = publicId("trashItems", item._id);
  return {
    id,
    _id: id,
    entityType: item.type,
    entityId: item.entityId,
    name: item.name,
    deletedAt: isoTime(item._creationTime),
    deletedBy: item.deletedBy === null ? null : await presentActor(ctx, item.deletedBy),
  };
}
