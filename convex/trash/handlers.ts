import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { WriteCtx } from "../callers/caller";
import { listOf } from "../callers/lists";
import { newestFirstBy } from "../lib/newestFirst";
import type { TrashType } from "../lib/trashTypes";
import { trashKinds } from "./kinds";
import { presentTrashItem } from "./present";
import type { NamedRequest } from "./requests";
import { trashType } from "./schema";

export const list = listOf({
  name: "trash",
  bounds: "small",
  filters: { type: v.optional(trashType) },
  find: (ctx, { type }) => {
    const projectId = ctx.project._id;
    const all = () => newestFirstBy(ctx, "trashItems", "by_project", { projectId });
    const ofType = (type: TrashType) => newestFirstBy(ctx, "trashItems", "by_type", { projectId, type });
    return { range: type === undefined ? all() : ofType(type), filters: { type } };
  },
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
