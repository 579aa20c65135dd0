// Finds documents by the public ids in requests and callbacks.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { apiError } from "./errors";
import { documentId, idNamesNothing, kindOf, nounOf, tableOf } from "./publicIds";
import type { PublicName, TableOf } from "./publicIds";

/** The names of things that belong to a project and have public ids. */
export type OwnedName = {
  [Name in PublicName]: Doc<TableOf<Name>> extends { projectId: Id<"projects"> } ? Name : never;
}[PublicName];

/** Whether a caller may name this row. Callers of operations may be limited to some rows of their project. */
export type MayName = (name: OwnedName, row: { kind?: unknown }) => boolean;
type NamingCtx = QueryCtx & { mayName?: MayName };

type Owned = { projectId: Id<"projects">; deletedAtMs?: number | undefined; kind?: unknown };

/** Throws NOT_FOUND for an id of nothing or of something in the trash, FORBIDDEN for one of another project. */
export async function ownedDocument<Name extends OwnedName>(
  ctx: QueryCtx & { project: Doc<"projects"> },
  name: Name,
  text: string,
): Promise<Doc<TableOf<Name>>> {
  const document = await documentInOrOutOfTrash(ctx, name, text);
  requireOutOfTrash(ownershipOf(document), name, text);
  return document;
}

/** Like `ownedDocument`, but also returns documents that are in the trash. */
export async function documentInOrOutOfTrash<Name extends OwnedName>(
  ctx: QueryCtx & { project: Doc<"projects"> },
  name: Name,
  text: string,
): Promise<Doc<TableOf<Name>>> {
  const document = await anyDocument(ctx, name, text);
  if (ownershipOf(document).projectId !== ctx.project._id)
    throw apiError("FORBIDDEN", `The ${nounOf(name)} ${text} is another project's.`);
  return document;
}

/** Returns a document of any project that the caller, a runner, serves. Throws NOT_FOUND. */
export async function namedDocument<Name extends OwnedName>(
  ctx: NamingCtx,
  name: Name,
  text: string,
): Promise<Doc<TableOf<Name>>> {
  const document = await anyDocument(ctx, name, text);
  requireOutOfTrash(ownershipOf(document), name, text);
  if (ctx.mayName?.(name, ownershipOf(document)) === false) throw idNamesNothing(name, text);
  return document;
}

async function anyDocument<Name extends OwnedName>(
  ctx: QueryCtx,
  name: Name,
  text: string,
): Promise<Doc<TableOf<Name>>> {
  const document = await ctx.db.get(tableOf(name), documentId(ctx, name, text));
  if (document === null || !isOfKind(ownershipOf(document), name)) throw idNamesNothing(name, text);
  return document;
}

function isOfKind(document: Owned, name: OwnedName): boolean {
  const kind = kindOf(name);
  return kind === null || document.kind === kind;
}

function requireOutOfTrash(document: Owned, name: OwnedName, text: string): void {
  if (document.deletedAtMs !== undefined) throw idNamesNothing(name, text);
}

/** Every table of `OwnedName` has these fields. The compiler does not see that when the table is a type parameter. */
function ownershipOf<Name extends OwnedName>(document: Doc<TableOf<Name>>): Owned {
  return document as unknown as Owned;
}

/** Returns a document that must exist, because another document refers to it or because this transaction wrote it. */
export async function knownDocument<Name extends OwnedName>(
  ctx: QueryCtx,
  name: Name,
  id: Id<TableOf<NoInfer<Name>>>,
): Promise<Doc<TableOf<Name>>> {
  const document = await ctx.db.get(tableOf(name), id);
  if (document === null) throw new Error(`The ${nounOf(name)} ${id} is gone.`);
  return document;
}

/** Finds a project for callers who may name any. Throws NOT_FOUND, also while the project is being deleted. */
export async function namedProject(ctx: QueryCtx, text: string): Promise<Doc<"projects">> {
  const project = await ctx.db.get("projects", documentId(ctx, "projects", text));
  if (project === null || project.deletingAtMs !== undefined) throw idNamesNothing("projects", text);
  return project;
}
