// Contexts, skills, commands and scripts, which differ in what they hold and not in what happens to them.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { changesOf, given } from "../lib/given";
import { forgetSupplies } from "../supplies/model";
import { knownDocument } from "../lib/named";
import { nounOf } from "../lib/publicIds";
import { contentIn } from "./content";
import type { GivenContent } from "./content";
import { publicNames } from "./naming";
import type { AssetContent, AssetKind, ScriptLanguage } from "./schema";

export interface Creation extends GivenContent {
  name: string;
  description?: string | null | undefined;
  language?: ScriptLanguage | undefined;
}

/** Only what is given changes. */
export interface Changes extends GivenContent {
  name?: string | undefined;
  description?: string | null | undefined;
  language?: ScriptLanguage | undefined;
}

/** Whose asset it is, and who makes or publishes it. */
export interface Author {
  projectId: Id<"projects">;
  userId: Id<"users">;
}

/** With content it is published as version 1. Throws CONFLICT for a name that is taken. */
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
    ...given({ description, language }),
  });
  return await publishIfGiven(ctx, await knownDocument(ctx, publicNames[kind].asset, id), content, userId);
}

/** With content a new version is published. Throws CONFLICT for a name that another one has. */
export async function updateAsset(
  ctx: MutationCtx,
  asset: Doc<"assets">,
  { name, description, language, ...content }: Changes,
  by: Id<"users">,
): Promise<Doc<"assets">> {
  if (name !== undefined && name !== asset.name) await requireFreeName(ctx, { ...asset, name });
  await forgetCatalog(ctx, asset);
  await ctx.db.patch("assets", asset._id, {
    updatedAtMs: Date.now(),
    ...changesOf({ name, description, language }),
  });
  return await publishIfGiven(ctx, await knownDocument(ctx, publicNames[asset.kind].asset, asset._id), content, by);
}

async function publishIfGiven(
  ctx: MutationCtx,
  asset: Doc<"assets">,
  given: GivenContent,
  by: Id<"users">,
): Promise<Doc<"assets">> {
  const content = contentIn(given);
  if (content === null) return asset;
  await publish(ctx, asset, content, by);
  return await knownDocument(ctx, publicNames[asset.kind].asset, asset._id);
}

/** As a new version, which agents are given from now on. */
export async function publish(
  ctx: MutationCtx,
  { _id: assetId, projectId, kind, newestVersion }: Doc<"assets">,
  content: AssetContent,
  by: Id<"users">,
): Promise<Doc<"assetVersions">> {
  await forgetCatalog(ctx, { projectId });
  const number = newestVersion + 1;
  const fields = { projectId, assetId, kind, version: number, content, publishedBy: by };
  const version = await knownDocument(ctx, publicNames[kind].version, await ctx.db.insert("assetVersions", fields));
  await ctx.db.patch("assets", assetId, { newestVersion: number, isServed: true, ...activation(version) });
  return version;
}

/** Throws NOT_FOUND for a version that there is not. */
export async function activate(ctx: MutationCtx, asset: Doc<"assets">, number: number): Promise<void> {
  const version = await ctx.db
    .query("assetVersions")
    .withIndex("by_asset_and_version", (q) => q.eq("assetId", asset._id).eq("version", number))
    .unique();
  const noun = nounOf(publicNames[asset.kind].asset);
  if (version === null) throw apiError("NOT_FOUND", `The ${noun} has no version ${number}.`);
  await forgetCatalog(ctx, asset);
  await ctx.db.patch("assets", asset._id, activation(version));
}

/** What agents are given has changed: runs that start from now on are given it as it is now. */
export async function forgetCatalog(ctx: MutationCtx, { projectId }: Pick<Doc<"assets">, "projectId">): Promise<void> {
  await forgetSupplies(ctx, projectId, "assets");
}

function activation({ _id: versionId, _creationTime: publishedAtMs, version, publishedBy }: Doc<"assetVersions">) {
  return { activeVersion: { versionId, version, publishedAtMs, publishedBy }, updatedAtMs: Date.now() };
}

/** Throws CONFLICT. What is in the trash has given its name up. */
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
  throw apiError("CONFLICT", `There is a ${nounOf(publicNames[kind].asset)} called ${name} already.`);
}
