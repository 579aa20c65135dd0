// The contexts, skills, commands and scripts of a run, in the versions that were active when the run began.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicNames } from "../assets/kinds";
import { contentView } from "../assets/present";
import type { AssetKind } from "../assets/schema";
import type { ActiveAsset } from "../assets/served";
import { given } from "../lib/given";
import { joined } from "../lib/joined";
import { publicId } from "../lib/publicIds";
import type { Room } from "./room";
import { readSupply } from "../supplies/model";

export interface AssetDelivery {
  /** The id of the asset, which may have been deleted since. */
  id: string;
  name: string;
  description: string | null;
  language?: string;
  version: number;
  versionId: string;
  content?: string | null;
  files?: { name: string; content: string }[] | null;
}

type Assets = Record<"contexts" | "skills" | "commands" | "scripts", AssetDelivery[]>;

export async function assetsOf(ctx: QueryCtx, { assetsId }: Doc<"runSnapshots">): Promise<ActiveAsset[]> {
  return ((await readSupply(ctx, assetsId)) as { assets: ActiveAsset[] }).assets;
}

export async function deliverAssets(
  ctx: QueryCtx,
  snapshot: Doc<"runSnapshots">,
  chosen: ActiveAsset[],
  room: Room,
): Promise<Assets> {
  const assets: Assets = { contexts: [], skills: [], commands: [], scripts: [] };
  const runId = publicId("runs", snapshot.runId);
  for (const asset of chosen) {
    const list = assets[publicNames[asset.kind].asset];
    const empty = withoutContent(asset);
    const args = { runId, kind: "asset", id: empty.versionId };
    const call = { path: [publicNames[asset.kind].asset, list.length], operation: "run.getPart", args };
    list.push(await fitted(ctx, asset, empty, call, room));
  }
  return assets;
}

/** Returns an asset in the version that the run received. Null when the run did not receive this version. */
export async function assetOfRun(
  ctx: QueryCtx,
  snapshot: Doc<"runSnapshots">,
  versionId: string,
): Promise<AssetDelivery | null> {
  const chosen = await assetsOf(ctx, snapshot);
  const asset = chosen.find((one) => withoutContent(one).versionId === versionId);
  return asset === undefined ? null : { ...withoutContent(asset), ...(await contentOf(ctx, asset)) };
}

async function fitted(
  ctx: QueryCtx,
  asset: ActiveAsset,
  empty: AssetDelivery,
  call: Parameters<Room["admits"]>[1],
  room: Room,
): Promise<AssetDelivery> {
  if (room.isFull) {
    room.leftOut.push(call);
    return empty;
  }
  const content = await contentOf(ctx, asset);
  return room.admits(content, call) ? { ...empty, ...content } : empty;
}

function withoutContent({ kind, id, name, description, language, version, versionId }: ActiveAsset): AssetDelivery {
  const shown = publicId(publicNames[kind].version, versionId);
  const about = { id, name, description, ...given({ language }), version, versionId: shown };
  return joined(about, nothingOf(kind));
}

function nothingOf(kind: AssetKind): { content: null } | { files: null } {
  return kind === "skill" ? { files: null } : { content: null };
}

async function contentOf(ctx: QueryCtx, { versionId }: ActiveAsset) {
  const version = await ctx.db.get("assetVersions", versionId);
  if (version === null) throw new Error(`The version ${versionId} was deleted although an active run uses it.`);
  return contentView(version.content);
}
