import { projectMutation, projectMutations } from "../api/builders";
import { listEndpoint } from "../api/lists";
import { invalid } from "../lib/errors";
import * as handlers from "./handlers";
import { isTrashType } from "./kinds";
import { trashTypes } from "../lib/trashTypes";
import type { TrashType } from "../lib/trashTypes";

export const list = listEndpoint(handlers.list);
export const { restore, purge } = projectMutations(handlers);

export const restoreAtPath = projectMutation(async (ctx, { type, id }: { type: string; id: string }) =>
  handlers.restore(ctx, { entityType: typeInPath(type), entityId: id }),
);

export const purgeAtPath = projectMutation(async (ctx, { type, id }: { type: string; id: string }) =>
  handlers.purge(ctx, { entityType: typeInPath(type), entityId: id }),
);

function typeInPath(text: string): TrashType {
  if (isTrashType(text)) return text;
  throw invalid("type", `type must be one of ${trashTypes.join(", ")}.`);
}
