import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { appendToFeed } from "../events/append";
import { invalid } from "../lib/errors";
import { outdateCopies } from "../sharedCopies/model";
import { getOrThrow, getOwn } from "../lib/getDocument";
import { nextState } from "../lib/states";
import { documentBounds } from "../learnings/documentBounds";
import { bytesAdded, compileLearnings } from "../learnings/compile";
import type { Compiled } from "../learnings/compile";
import { versionMoves } from "./status";

type Owner = { project: Doc<"projects"> };
type VersionRequest = { roleType: string; learningIds: readonly string[] };

/** The document that these learnings would form. Throws like `compileVersion`. */
export async function previewVersion(
  ctx: QueryCtx & Owner,
  { roleType, learningIds }: VersionRequest,
): Promise<Compiled> {
  return compileLearnings(await approvedLearnings(ctx, learningIds), roleType);
}

/** Compiles a draft. Throws NOT_FOUND, FORBIDDEN, and VALIDATION for learnings not approved or too large together. */
export async function compileVersion(
  ctx: MutationCtx & Owner,
  { roleType, learningIds }: VersionRequest,
  createdBy: Id<"users">,
): Promise<Doc<"learningVersions">> {
  const projectId = ctx.project._id;
  const learnings = await approvedLearnings(ctx, learningIds);
  const { content, learningCount } = compileLearnings(learnings, roleType);
  const documentId = await ctx.db.insert("learningDocuments", {
    projectId,
    learningIds: learnings.map(({ _id }) => _id),
    content,
  });
  const version = (await newestVersion(ctx, projectId, roleType)) + 1;
  const id = await ctx.db.insert("learningVersions", {
    projectId,
    roleType,
    version,
    status: "draft",
    learningCount,
    documentId,
    createdBy,
  });
  return await getOrThrow(ctx, "learningVersions", id);
}

const readAtOnce = 50;

/** Reads each learning once, and stops as soon as they are too large for one version. */
async function approvedLearnings(ctx: QueryCtx & Owner, texts: readonly string[]): Promise<Doc<"learnings">[]> {
  const found = new Map<Id<"learnings">, Doc<"learnings">>();
  let bytes = 0;
  for (let start = 0; start < texts.length; start += readAtOnce) {
    const batch = texts.slice(start, start + readAtOnce);
    const learnings = await Promise.all(batch.map((text, at) => approvedLearning(ctx, text, start + at)));
    for (const learning of learnings.filter(({ _id }) => !found.has(_id))) {
      found.set(learning._id, learning);
      bytes += bytesAdded(learning);
    }
    if (bytes > documentBounds.maxBytes) {
      throw invalid("learningIds", "learningIds: these learnings are too long for one version; choose fewer.");
    }
  }
  return [...found.values()];
}

async function approvedLearning(ctx: QueryCtx & Owner, text: string, position: number): Promise<Doc<"learnings">> {
  const learning = await getOwn(ctx, "learnings", text);
  if (learning.status === "approved") return learning;
  const field = `learningIds.${position}`;
  throw invalid(field, `${field}: the learning ${text} is ${learning.status}, and only approved ones are compiled.`);
}

async function newestVersion(ctx: QueryCtx, projectId: Id<"projects">, roleType: string): Promise<number> {
  const newest = await ctx.db
    .query("learningVersions")
    .withIndex("by_role_and_version", (q) => q.eq("projectId", projectId).eq("roleType", roleType))
    .order("desc")
    .first();
  return newest?.version ?? 0;
}

/** Makes a version active. The version that was active before is archived. */
export async function activateVersion(
  ctx: MutationCtx,
  version: Doc<"learningVersions">,
): Promise<Doc<"learningVersions">> {
  const status = nextState("learning version", versionMoves, "activate", version.status);
  const former = await activeVersion(ctx, version.projectId, version.roleType);
  if (former?._id === version._id) return version;
  await outdateCopies(ctx, version.projectId, `learnings:${version.roleType}`);
  if (former !== null) await ctx.db.patch("learningVersions", former._id, { status: "archived" });
  await ctx.db.patch("learningVersions", version._id, { status, activatedAtMs: Date.now() });
  const { _id: id, projectId, roleType, version: number } = version;
  const subject = { type: "learningVersion", id } as const;
  await appendToFeed(ctx, {
    projectId,
    type: "learning_version.activated",
    subject,
    data: { roleType, version: number },
  });
  return await getOrThrow(ctx, "learningVersions", version._id);
}

export async function deactivateVersion(
  ctx: MutationCtx,
  version: Doc<"learningVersions">,
): Promise<Doc<"learningVersions">> {
  const status = nextState("learning version", versionMoves, "deactivate", version.status);
  await outdateCopies(ctx, version.projectId, `learnings:${version.roleType}`);
  await ctx.db.patch("learningVersions", version._id, { status });
  return await getOrThrow(ctx, "learningVersions", version._id);
}

export async function activeVersion(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  roleType: string,
): Promise<Doc<"learningVersions"> | null> {
  return await ctx.db
    .query("learningVersions")
    .withIndex("by_role_and_status", (q) =>
      q.eq("projectId", projectId).eq("roleType", roleType).eq("status", "active"),
    )
    .unique();
}

/** Returns the document of a version: its learnings and the compiled text. */
export async function readDocument(
  ctx: QueryCtx,
  { documentId }: Doc<"learningVersions">,
): Promise<Doc<"learningDocuments">> {
  const document = await ctx.db.get("learningDocuments", documentId);
  if (document === null) throw new Error(`The learning document ${documentId} is gone.`);
  return document;
}
