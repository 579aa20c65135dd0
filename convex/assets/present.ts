import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { omitNullish } from "../lib/omitNullish";
import { getOrThrow } from "../lib/getDocument";
import { publicId, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime } from "../lib/times";
import { presentActor } from "../callers/caller";
import { publicNames } from "./kinds";
import type { AssetContent, AssetKind, ScriptLanguage } from "./schema";

/** If an asset has more versions, only the newest are listed. */
const maxVersionNumbers = 1000;

interface VersionSummary extends Ids {
  version: number;
  publishedAt: string;
}

interface Metadata extends Ids {
  name: string;
  description: string | null;
  language?: ScriptLanguage;
  createdAt: string;
  updatedAt: string;
}

/** An asset in lists and in answers to changes, without its content, which may be large. */
export interface AssetSummary extends Metadata {
  activeVersion: VersionSummary | null;
}

export type ContentView = { content: string } | { files: { name: string; content: string }[] };
type PublishedVersion = VersionSummary & { publishedBy: string } & ContentView;

export type VersionView = PublishedVersion & { isActive: boolean };

/** An asset as agents receive it. */
export interface RunnerAssetView extends Metadata {
  activeVersion: PublishedVersion;
}

export interface AssetDetail extends Metadata {
  activeVersion: PublishedVersion | null;
  /** The numbers of the versions, oldest first. */
  versions: number[];
}

export function presentSummary(asset: Doc<"assets">): AssetSummary {
  const { kind, activeVersion } = asset;
  if (activeVersion === undefined) return { ...metadataOf(asset), activeVersion: null };
  const { versionId, version, publishedAtMs } = activeVersion;
  return { ...metadataOf(asset), activeVersion: summaryOf(kind, versionId, version, publishedAtMs) };
}

export async function presentDetail(ctx: QueryCtx, asset: Doc<"assets">): Promise<AssetDetail> {
  const { kind, newestVersion, activeVersion: active } = asset;
  const count = Math.min(newestVersion, maxVersionNumbers);
  const versions = Array.from({ length: count }, (_, index) => newestVersion - count + 1 + index);
  if (active === undefined) return { ...metadataOf(asset), activeVersion: null, versions };
  const version = await getOrThrow(ctx, publicNames[kind].version, active.versionId);
  return { ...metadataOf(asset), activeVersion: await publishedVersion(ctx, version), versions };
}

export async function presentForRunner(
  ctx: QueryCtx,
  asset: Doc<"assets">,
  version: Doc<"assetVersions">,
): Promise<RunnerAssetView> {
  return { ...metadataOf(asset), activeVersion: await publishedVersion(ctx, version) };
}

export async function presentVersion(
  ctx: QueryCtx,
  asset: Doc<"assets">,
  version: Doc<"assetVersions">,
): Promise<VersionView> {
  return { ...(await publishedVersion(ctx, version)), isActive: asset.activeVersion?.versionId === version._id };
}

async function publishedVersion(ctx: QueryCtx, published: Doc<"assetVersions">): Promise<PublishedVersion> {
  const { _id, _creationTime, kind, version, content, publishedBy } = published;
  const summary = summaryOf(kind, _id, version, _creationTime);
  return { ...summary, publishedBy: await presentActor(ctx, publishedBy), ...contentView(content) };
}

function summaryOf(kind: AssetKind, id: Id<"assetVersions">, version: number, publishedAtMs: number): VersionSummary {
  const shown = publicId(publicNames[kind].version, id);
  return { id: shown, _id: shown, version, publishedAt: isoTime(publishedAtMs) };
}

export function contentView(content: AssetContent): ContentView {
  switch (content.kind) {
    case "text":
      return { content: content.content };
    case "files":
      return { files: content.files };
  }
}

function metadataOf(asset: Doc<"assets">): Metadata {
  const { kind, name, description = null, language } = asset;
  return withIds(publicNames[kind].asset, asset._id, {
    name,
    description,
    ...omitNullish({ language }),
    createdAt: isoTime(asset._creationTime),
    updatedAt: isoTime(asset.updatedAtMs),
  });
}
