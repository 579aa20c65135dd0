// A document in the trash has `deletedAtMs`, and a row of `trashItems` lists it.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { apiError } from "./errors";
import { publicId, tableOf } from "./publicIds";
import type { TableOf } from "./publicIds";
import { tableByTrashType } from "./trashTypes";
import type { TrashType } from "./trashTypes";

export type TrashedDoc<Type extends TrashType> = Doc<TableOf<(typeof tableByTrashType)[Type]>>;

interface Discarded {
  name: string;
  /** The person who deleted the document. Null when the runner did. */
  by: Id<"users"> | null;
}

/** Marks the document as deleted and lists it in the trash. The caller handles all further effects. */
export async function moveToTrash<Type extends TrashType>(
  ctx: MutationCtx,
  type: Type,
  document: TrashedDoc<Type>,
  { name, by }: Discarded,
): Promise<void> {
  const { table, id, projectId, entityId } = trashRowOf(type, document);
  await ctx.db.patch(table, id, { deletedAtMs: Date.now() });
  await ctx.db.insert("trashItems", { projectId, type, entityId, name, deletedBy: by });
}

/** Takes the document out of the trash again. Throws CONFLICT when it is not in the trash. */
export async function restoreFromTrash<Type extends TrashType>(
  ctx: MutationCtx,
  type: Type,
  document: TrashedDoc<Type>,
): Promise<void> {
  const { table, id, entityId } = trashRowOf(type, document);
  await deleteItem(ctx, entityId);
  await ctx.db.patch(table, id, { deletedAtMs: undefined });
}

/** Deletes the document for good. Throws CONFLICT when it is not in the trash. */
export async function purgeFromTrash<Type extends TrashType>(
  ctx: MutationCtx,
  type: Type,
  document: TrashedDoc<Type>,
): Promise<void> {
  const { table, id, entityId } = trashRowOf(type, document);
  await deleteItem(ctx, entityId);
  await ctx.db.delete(table, id);
}

/** The compiler checks one table only, so each is treated as `runs` here: all of them have the fields that are used. */
function trashRowOf<Type extends TrashType>(type: Type, document: TrashedDoc<Type>) {
  const name = tableByTrashType[type] as "runs";
  const { _id: id, projectId } = document as unknown as Doc<"runs">;
  return { table: tableOf(name), id, projectId, entityId: publicId(name, id) };
}

async function deleteItem(ctx: MutationCtx, entityId: string): Promise<void> {
  const item = await findItem(ctx, entityId);
  if (item === null) throw apiError("CONFLICT", `${entityId} is not in the trash.`);
  await ctx.db.delete("trashItems", item._id);
}

async function findItem(ctx: QueryCtx, entityId: string): Promise<Doc<"trashItems"> | null> {
  return await ctx.db
    .query("trashItems")
    .withIndex("by_entity", (q) => q.eq("entityId", entityId))
    .unique();
}
