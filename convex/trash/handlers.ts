import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { WriteCtx } from "../callers/caller";
import { listOf } from "../callers/lists";
import { trashKinds } from "./kinds";
import { itemsNewestFirst } from "./lists";
import { presentTrashItem } from "./present";
import type { NamedRequest } from "./requests";
import { trashType } from "./schema";

/** What was deleted last comes first. */
export const list = listOf({
  name: "trash",
  bounds: "small",
  filters: { type: v.optional(trashType) },
  find: (ctx, { type }) => ({ range: itemsNewestFirst(ctx, ctx.project._id, type), filters: { type } }),
  present: (item: Doc<"trashItems">, ctx) => presentTrashItem(ctx, item),
});

export async function restore(ctx: WriteCtx, { entityType, entityId }: NamedRequest) {
  await trashKinds[entityType].restore(ctx, entityId);
  return { id: entityId, _id: entityId, entityType, entityId, restored: true };
}

export async function purge(ctx: WriteCtx, { entityType, entityId }: NamedRequest) {
  await trashKinds[entityType].purge(ctx, entityId);
  return { id: entityId, _id: entityId, entityType, entityId, deleted: true };
}
