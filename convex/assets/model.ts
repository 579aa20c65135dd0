// Contexts, skills, commands and scripts (assets). They differ in their content, but all else about them is the same.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { patchFrom, omitNullish } from "../lib/omitNullish";
import { outdateCopies } from "../sharedCopies/model";
import { getOrThrow } from "../lib/getDocument";
import { nounOf } from "../lib/publicIds";
import { contentOfRequest } from "./content";
import type { ContentFields } from "./content";
import { publicNames } from "./kinds";
import type { AssetContent, AssetKind, ScriptLanguage } from "./schema";

export interface Creation extends ContentFields {
  name: string;
  description?: string | null | undefined;
  language?: ScriptLanguage | undefined;
}

/** The changes of an asset. Fields that are left out keep their value. */
export interface Changes extends ContentFields {
  name?: string | undefined;
  description?: string | null | undefined;
  language?: ScriptLanguage | undefined;
}

/** The project of an asset, and the person who makes or publishes it. */
export interface Author {
  projectId: Id<"projects">;
  userId: Id<"users">;
}

/** Creates an asset. When there is content, it is published as version 1. Throws CONFLICT when the name is taken. */
export async function createAsset(
  ctx: MutationCtx,
  kind: AssetKind,
  { projectId, userId }: Author,
  { name, description, language, ...content }: Creation,
): Promise<Doc<"assets">> {
  await requireFreeName(ctx, { projectId, kind, name });
  const id = await ctx.db.insert("assets", {
    projectId,
    kind,
    name,
    newestVersion: 0,
    isServed: false,
    updatedAtMs: Date.now(),
    ...omitNullish({ description, language }),
  });
  return await publishIfPresent(ctx, await getOrThrow(ctx, publicNames[kind].asset, id), content, userId);
}

/** New content of an asset is published as a new version. Throws CONFLICT when another asset has the name. */
export async function updateAsset(
  ctx: MutationCtx,
  asset: Doc<"assets">,
  { name, description, language, ...content }: Changes,
  by: Id<"users">,
): Promise<Doc<"assets">> {
  if (name !== undefined && name !== asset.name) await requireFreeName(ctx, { ...asset, name });
  await outdateAssetCopies(ctx, asset);
  await ctx.db.patch("assets", asset._id, {
    updatedAtMs: Date.now(),
    ...patchFrom({ name, description, language }),
  });
  return await publishIfPresent(ctx, await getOrThrow(ctx, publicNames[asset.kind].asset, asset._id), content, by);
}

async function publishIfPresent(
  ctx: MutationCtx,
  asset: Doc<"assets">,
  given: ContentFields,
  by: Id<"users">,
): Promise<Doc<"assets">> {
  const content = contentOfRequest(given);
  if (content === null) return asset;
  await publish(ctx, asset, content, by);
  return await getOrThrow(ctx, publicNames[asset.kind].asset, asset._id);
}

/** Publishes content as a new version. Agents receive it from now on. */
export async function publish(
  ctx: MutationCtx,
  { _id: assetId, projectId, kind, newestVersion }: Doc<"assets">,
  content: AssetContent,
  by: Id<"users">,
): Promise<Doc<"assetVersions">> {
  await outdateAssetCopies(ctx, { projectId });
  const number = newestVersion + 1;
  const fields = { projectId, assetId, kind, version: number, content, publishedBy: by };
  const version = await getOrThrow(ctx, publicNames[kind].version, await ctx.db.insert("assetVersions", fields));
  await ctx.db.patch("assets", assetId, { newestVersion: number, isServed: true, ...activation(version) });
  return version;
}

/** Makes a version active. Throws NOT_FOUND when it does not exist. */
export async function activate(ctx: MutationCtx, asset: Doc<"assets">, number: number): Promise<void> {
  const version = await ctx.db
    .query("assetVersions")
    .withIndex("by_asset_and_version", (q) => q.eq("assetId", asset._id).eq("version", number))
    .unique();
  const noun = nounOf(publicNames[asset.kind].asset);
  if (version === null) throw apiError("NOT_FOUND", `The ${noun} has no version ${number}.`);
  await outdateAssetCopies(ctx, asset);
  await ctx.db.patch("assets", asset._id, activation(version));
}

/** Drops the stored copies of the project's assets, so that runs that start from now on receive the new state. */
export async function outdateAssetCopies(
  ctx: MutationCtx,
  { projectId }: Pick<Doc<"assets">, "projectId">,
): Promise<void> {
  await outdateCopies(ctx, projectId, "assets");
}

function activation({ _id: versionId, _creationTime: publishedAtMs, version, publishedBy }: Doc<"assetVersions">) {
  return { activeVersion: { versionId, version, publishedAtMs, publishedBy }, updatedAtMs: Date.now() };
}

/** Throws CONFLICT when another asset has the name. An asset in the trash does not reserve its name. */
export async function requireFreeName(
  ctx: QueryCtx,
  { projectId, kind, name }: Pick<Doc<"assets">, "projectId" | "kind" | "name">,
): Promise<void> {
  const holder = await ctx.db
    .query("assets")
    .withIndex("by_project_and_name", (q) =>
      q.eq("projectId", projectId).eq("kind", kind).eq("deletedAtMs", undefined).eq("name", name),
    )
    .first();
  if (holder === null) return;
  throw apiError("CONFLICT", `There is already a ${nounOf(publicNames[kind].asset)} called ${name}.`);
}
