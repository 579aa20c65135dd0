import type { WriteCtx } from "../callers/caller";
import { trashKinds } from "./kinds";
import type { NamedRequest } from "./requests";

export async function restore(ctx: WriteCtx, { entityType, entityId }: NamedRequest) {
  await trashKinds[entityType].restore(ctx, entityId);
  return { id: entityId, _id: entityId, entityType, entityId, restored: true };
}

export async function purge(ctx: WriteCtx, { entityType, entityId }: NamedRequest) {
  await trashKinds[entityType].purge(ctx, entityId);
  return { id: entityId, _id: entityId, entityType, entityId, deleted: true };
}
