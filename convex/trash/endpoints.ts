import { projectMutation, projectQuery } from "../api/builders";
import { invalid } from "../lib/errors";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import * as handlers from "./handlers";
import { isTrashType } from "./kinds";
import { itemsNewestFirst } from "./lists";
import { presentTrashItem } from "./present";
import type { TrashItemView } from "./present";
import type { ListRequest } from "./requests";
import type { TrashType } from "./schema";
import { trashTypes } from "./types";

export const list = projectQuery(async (ctx, { type, ...request }: ListRequest): Promise<Page<TrashItemView>> => {
  const { project } = ctx;
  const paged = { project, name: listName("trash", { type }), sources: [itemsNewestFirst(ctx, project._id, type)] };
  return await readPage(paged, request, pageBounds.small, (item) => presentTrashItem(ctx, item));
});

export const restore = projectMutation(handlers.restore);

export const restoreAtPath = projectMutation(async (ctx, { type, id }: { type: string; id: string }) =>
  handlers.restore(ctx, { entityType: typeInPath(type), entityId: id }),
);

export const purge = projectMutation(handlers.purge);

export const purgeAtPath = projectMutation(async (ctx, { type, id }: { type: string; id: string }) =>
  handlers.purge(ctx, { entityType: typeInPath(type), entityId: id }),
);

/** Throws VALIDATION for an unknown type. */
function typeInPath(text: string): TrashType {
  if (isTrashType(text)) return text;
  throw invalid("type", `type must be one of ${trashTypes.join(", ")}.`);
}
