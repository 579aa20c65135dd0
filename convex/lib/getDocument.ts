// Finds documents by the public ids in requests and callbacks.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { apiError } from "./errors";
import { documentId, notFound, kindOf, nounOf, tableOf } from "./publicIds";
import type { EntityName, TableOf } from "./publicIds";

/** The names of things that belong to a project and have public ids. */
export type OwnedEntity = {
  [Name in EntityName]: Doc<TableOf<Name>> extends { projectId: Id<"projects"> } ? Name : never;
}[EntityName];

/** Whose a row is: the caller's own work, or something that its work only reports on or reads. */
export type Reach = "own" | "visited";

/** Whether a caller may name this row. Callers of operations may be limited to some rows of their project. */
export type MayAccess = (name: OwnedEntity, row: OwnedRow, reach: Reach) => boolean;
type RunnerReadCtx = QueryCtx & { mayName?: MayAccess | undefined };

/** What decides whose a row is. Only some tables have the optional fields. */
export type OwnedRow = {
  projectId: Id<"projects">;
  deletedAtMs?: number | undefined;
  kind?: unknown;
} & Partial<Pick<Doc<"runs">, "sprintChainId" | "workChainId"> & Pick<Doc<"sandboxes">, "purpose">>;

/** Throws NOT_FOUND for an id of nothing or of something in the trash, FORBIDDEN for one of another project. */
export async function getOwn<Name extends OwnedEntity>(
  ctx: QueryCtx & { project: Doc<"projects"> },
  name: Name,
  text: string,
): Promise<Doc<TableOf<Name>>> {
  const document = await getOwnOrTrashed(ctx, name, text);
  requireNotTrashed(ownershipOf(document), name, text);
  return document;
}

/** Like `getOwn`, but also returns documents that are in the trash. */
export async function getOwnOrTrashed<Name extends OwnedEntity>(
  ctx: QueryCtx & { project: Doc<"projects"> },
  name: Name,
  text: string,
): Promise<Doc<TableOf<Name>>> {
  const document = await getExisting(ctx, name, text);
  if (ownershipOf(document).projectId !== ctx.project._id)
    throw apiError("FORBIDDEN", `The ${nounOf(name)} ${text} belongs to another project.`);
  return document;
}

/**
 * Returns a document of any project that the caller, a runner, serves. Throws NOT_FOUND. A change is one to the
 * caller's own work, unless the operation says that it is for visitors, too.
 */
export async function getForRunner<Name extends OwnedEntity>(
  ctx: RunnerReadCtx,
  name: Name,
  text: string,
  reach: Reach = "own",
): Promise<Doc<TableOf<Name>>> {
  const document = await getExisting(ctx, name, text);
  requireNotTrashed(ownershipOf(document), name, text);
  if (ctx.mayName?.(name, ownershipOf(document), reach) === false) throw notFound(name, text);
  return document;
}

async function getExisting<Name extends OwnedEntity>(
  ctx: QueryCtx,
  name: Name,
  text: string,
): Promise<Doc<TableOf<Name>>> {
  const document = await ctx.db.get(tableOf(name), documentId(ctx, name, text));
  if (document === null || !isOfKind(ownershipOf(document), name)) throw notFound(name, text);
  return document;
}

function isOfKind(document: OwnedRow, name: OwnedEntity): boolean {
  const kind = kindOf(name);
  return kind === null || document.kind === kind;
}

function requireNotTrashed(document: OwnedRow, name: OwnedEntity, text: string): void {
  if (document.deletedAtMs !== undefined) throw notFound(name, text);
}

/** Every table of `OwnedEntity` has these fields. The compiler does not see that when the table is a type parameter. */
function ownershipOf<Name extends OwnedEntity>(document: Doc<TableOf<Name>>): OwnedRow {
  return document as unknown as OwnedRow;
}

/** Returns a document that must exist, because another document refers to it or because this transaction wrote it. */
export async function getOrThrow<Name extends OwnedEntity>(
  ctx: QueryCtx,
  name: Name,
  id: Id<TableOf<NoInfer<Name>>>,
): Promise<Doc<TableOf<Name>>> {
  const document = await ctx.db.get(tableOf(name), id);
  if (document === null) throw new Error(`The ${nounOf(name)} ${id} is gone.`);
  return document;
}

/** Finds a project for callers who may name any. Throws NOT_FOUND, also while the project is being deleted. */
export async function getAnyProject(ctx: QueryCtx, text: string): Promise<Doc<"projects">> {
  const project = await ctx.db.get("projects", documentId(ctx, "projects", text));
  if (project === null || project.deletingAtMs !== undefined) throw notFound("projects", text);
  return project;
}
