// The contexts, skills, commands and scripts of a run, in the versions that were active when the run began.
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicNames } from "../assets/kinds";
import { contentView } from "../assets/present";
import type { AssetKind } from "../assets/schema";
import type { ActiveAsset } from "../assets/activeAssets";
import { omitNullish } from "../lib/omitNullish";
import { publicId } from "../lib/publicIds";
import type { AnswerSize, LeftOutPart } from "./answerSize";
import { readCopy } from "../sharedCopies/model";

export interface AssetInput {
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

type Assets = Record<"contexts" | "skills" | "commands" | "scripts", AssetInput[]>;

export async function assetsOfSnapshot(ctx: QueryCtx, { assetsId }: Doc<"runSnapshots">): Promise<ActiveAsset[]> {
  return ((await readCopy(ctx, assetsId)) as { assets: ActiveAsset[] }).assets;
}

export async function assetInputs(
  ctx: QueryCtx,
  snapshot: Doc<"runSnapshots">,
  chosen: ActiveAsset[],
  size: AnswerSize,
): Promise<Assets> {
  const assets: Assets = { contexts: [], skills: [], commands: [], scripts: [] };
  const runId = publicId("runs", snapshot.runId);
  for (const asset of chosen) {
    const list = assets[publicNames[asset.kind].asset];
    const empty = withoutContent(asset);
    const args = { runId, kind: "asset" as const, id: empty.versionId };
    const call: LeftOutPart = { path: [publicNames[asset.kind].asset, list.length], operation: "run.getPart", args };
    list.push(await assetInput(ctx, asset, empty, call, size));
  }
  return assets;
}

/** Returns an asset in the version that the run received. Null when the run did not receive this version. */
export async function assetOfRun(
  ctx: QueryCtx,
  snapshot: Doc<"runSnapshots">,
  versionId: string,
): Promise<AssetInput | null> {
  const chosen = await assetsOfSnapshot(ctx, snapshot);
  const asset = chosen.find((one) => withoutContent(one).versionId === versionId);
  return asset === undefined ? null : { ...withoutContent(asset), ...(await contentOf(ctx, asset)) };
}

async function assetInput(
  ctx: QueryCtx,
  asset: ActiveAsset,
  empty: AssetInput,
  call: Parameters<AnswerSize["addIfItFits"]>[1],
  size: AnswerSize,
): Promise<AssetInput> {
  if (size.hasLeftOut) {
    size.leftOut.push(call);
    return empty;
  }
  const content = await contentOf(ctx, asset);
  return size.addIfItFits(content, call) ? { ...empty, ...content } : empty;
}

function withoutContent({ kind, id, name, description, language, version, versionId }: ActiveAsset): AssetInput {
  const shown = publicId(publicNames[kind].version, versionId);
  const about = { id, name, description, ...omitNullish({ language }), version, versionId: shown };
  return { ...about, ...emptyInput(kind) };
}

function emptyInput(kind: AssetKind): { content: null } | { files: null } {
  return kind === "skill" ? { files: null } : { content: null };
}

async function contentOf(ctx: QueryCtx, { versionId }: ActiveAsset) {
  const version = await ctx.db.get("assetVersions", versionId);
  if (version === null) throw new Error(`The version ${versionId} was deleted although an active run uses it.`);
  return contentView(version.content);
}
