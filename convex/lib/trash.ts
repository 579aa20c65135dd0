// Moves documents into the trash and out of it. A document in the trash has `deletedAtMs`, and a row of `trashItems`
// lists it.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { apiError } from "./errors";

/** The tables whose documents can be in the trash. */
export type TrashTable =
  | "runs"
  | "sandboxes"
  | "workflows"
  | "learnings"
  | "issueSessions"
  | "answeringSessions"
  | "assets";

export interface Discarded {
  projectId: Id<"projects">;
  type: Doc<"trashItems">["type"];
  entityId: string;
  name: string;
  /** The person who deleted the document. Null when the runner did. */
  deletedBy: Id<"users"> | null;
}

/** Marks the document as deleted and lists it in the trash. The caller handles all further effects. */
export async function putInTrash<Table extends TrashTable>(
  ctx: MutationCtx,
  table: Table,
  id: Id<Table>,
  discarded: Discarded,
): Promise<void> {
  await markDeleted(ctx, table, id, Date.now());
  await ctx.db.insert("trashItems", discarded);
}

/** Takes the document out of the trash again. Throws CONFLICT when it is not in the trash. */
export async function takeFromTrash<Table extends TrashTable>(
  ctx: MutationCtx,
  table: Table,
  id: Id<Table>,
  entityId: string,
): Promise<void> {
  await dropItem(ctx, entityId);
  await markDeleted(ctx, table, id, undefined);
}

/** Deletes the document for good. Throws CONFLICT when it is not in the trash. */
export async function purgeFromTrash<Table extends TrashTable>(
  ctx: MutationCtx,
  table: Table,
  id: Id<Table>,
  entityId: string,
): Promise<void> {
  await dropItem(ctx, entityId);
  await ctx.db.delete(table, id);
}

async function markDeleted<Table extends TrashTable>(
  ctx: MutationCtx,
  table: Table,
  id: Id<Table>,
  deletedAtMs: number | undefined,
): Promise<void> {
  // All tables of the trash have `deletedAtMs`. The compiler cannot see that when the table is a type parameter.
  const change = { deletedAtMs } as unknown as Partial<Doc<Table>>;
  await ctx.db.patch(table, id, change);
}

async function dropItem(ctx: MutationCtx, entityId: string): Promise<void> {
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
