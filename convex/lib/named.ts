// Documents that a request or a callback names by their public ids.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { apiError } from "../api/errors";
import { documentId, idNamesNothing, nounOf } from "./publicIds";
import type { PublicTable } from "./publicIds";

/** The tables whose rows belong to a project and are named by public ids. */
export type OwnedTable = {
  [Table in PublicTable]: Doc<Table> extends { projectId: Id<"projects"> } ? Table : never;
}[PublicTable];

type Owned = { projectId: Id<"projects">; deletedAtMs?: number | undefined };

/**
 * The document of the caller's project. Throws NOT_FOUND for an id that names nothing or what is in the trash, FORBIDDEN
 * for another project's.
 */
export async function ownedDocument<Table extends OwnedTable>(
  ctx: QueryCtx & { project: Doc<"projects"> },
  table: Table,
  text: string,
): Promise<Doc<Table>> {
  const document = await documentInOrOutOfTrash(ctx, table, text);
  requireOutOfTrash(ownershipOf(document), table, text);
  return document;
}

/** As `ownedDocument`, for those who deal with the trash. */
export async function documentInOrOutOfTrash<Table extends OwnedTable>(
  ctx: QueryCtx & { project: Doc<"projects"> },
  table: Table,
  text: string,
): Promise<Doc<Table>> {
  const document = await anyDocument(ctx, table, text);
  if (ownershipOf(document).projectId !== ctx.project._id)
    throw apiError("FORBIDDEN", `The ${nounOf(table)} ${text} is another project's.`);
  return document;
}

/** The document of whichever project: for the runner, who works for all. Throws NOT_FOUND. */
export async function namedDocument<Table extends OwnedTable>(
  ctx: QueryCtx,
  table: Table,
  text: string,
): Promise<Doc<Table>> {
  const document = await anyDocument(ctx, table, text);
  requireOutOfTrash(ownershipOf(document), table, text);
  return document;
}

async function anyDocument<Table extends OwnedTable>(ctx: QueryCtx, table: Table, text: string): Promise<Doc<Table>> {
  const document = await ctx.db.get(table, documentId(ctx, table, text));
  if (document === null) throw idNamesNothing(table, text);
  return document;
}

function requireOutOfTrash(document: Owned, table: OwnedTable, text: string): void {
  if (document.deletedAtMs !== undefined) throw idNamesNothing(table, text);
}

/** The tables of `OwnedTable` are those with these fields, which the compiler loses sight of behind a parameter. */
function ownershipOf<Table extends OwnedTable>(document: Doc<Table>): Owned {
  return document as unknown as Owned;
}

/** What must be there because something that is there refers to it, or because this transaction wrote it. */
export async function knownDocument<Table extends OwnedTable>(
  ctx: QueryCtx,
  table: Table,
  id: Id<Table>,
): Promise<Doc<Table>> {
  const document = await ctx.db.get(table, id);
  if (document === null) throw new Error(`The ${nounOf(table)} ${id} is gone.`);
  return document;
}
