import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { projectMutation, projectQuery } from "../api/builders";
import { invalid } from "../api/errors";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import { isTrashType, trashKinds } from "./kinds";
import { itemsNewestFirst } from "./model";
import { presentTrashItem } from "./present";
import type { TrashItemView } from "./present";
import type { ListRequest, NamedRequest } from "./requests";
import type { TrashType } from "./schema";

export const list = projectQuery(async (ctx, { type, ...request }: ListRequest): Promise<Page<TrashItemView>> => {
  const { project } = ctx;
  const sources = [(fromMs: number) => itemsNewestFirst(ctx, project._id, type, fromMs)];
  const paged = { project, name: listName("trash", { type }), sources };
  return await readPage(paged, request, pageBounds.small, (item) => presentTrashItem(ctx, item));
});

export const restore = projectMutation(async (ctx, { entityType, entityId }: NamedRequest) =>
  restoreEntity(ctx, entityType, entityId),
);

export const restoreAtPath = projectMutation(async (ctx, { type, id }: { type: string; id: string }) =>
  restoreEntity(ctx, typeInPath(type), id),
);

export const purge = projectMutation(async (ctx, { entityType, entityId }: NamedRequest) =>
  purgeEntity(ctx, entityType, entityId),
);

export const purgeAtPath = projectMutation(async (ctx, { type, id }: { type: string; id: string }) =>
  purgeEntity(ctx, typeInPath(type), id),
);

type Ctx = MutationCtx & { project: Doc<"projects"> };

async function restoreEntity(ctx: Ctx, type: TrashType, id: string) {
  await trashKinds[type].restore(ctx, id);
  return { ...named(type, id), restored: true };
}

async function purgeEntity(ctx: Ctx, type: TrashType, id: string) {
  await trashKinds[type].purge(ctx, id);
  return { ...named(type, id), deleted: true };
}

function named(entityType: TrashType, entityId: string) {
  return { id: entityId, _id: entityId, entityType, entityId };
}

/** Throws VALIDATION. */
function typeInPath(text: string): TrashType {
  if (isTrashType(text)) return text;
  throw invalid("type", "type is none of what can be in the trash.");
}
