// The operations on contexts, skills, commands and scripts. Each function is built for one kind.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { ReadCtx, WriteCtx } from "../callers/caller";
import { listOf } from "../callers/lists";
import { getOwn } from "../lib/getDocument";
import { withIds } from "../lib/publicIds";
import { isoTime } from "../lib/times";
import { newestFirst } from "./lists";
import { activate, createAsset, publish, updateAsset } from "./model";
import type { Changes, Creation } from "./model";
import { publicNames } from "./kinds";
import { presentDetail, presentSummary } from "./present";
import type { AssetDetail, AssetSummary } from "./present";
import type { AssetContent, AssetKind } from "./schema";
import type { Ids } from "../lib/publicIds";

interface Published {
  version: number;
  publishedAt: string;
}

interface Activated {
  activeVersion: number;
  activatedAt: string;
}

type Named = { id: string };

export function assetsOf(kind: AssetKind) {
  return listOf({
    name: publicNames[kind].asset,
    bounds: "small",
    filters: {},
    find: (ctx) => ({ range: newestFirst(ctx, ctx.project._id, kind) }),
    present: presentSummary,
  });
}

export function getHandlerFor(kind: AssetKind) {
  return async (ctx: ReadCtx, { id }: Named): Promise<AssetDetail> =>
    await presentDetail(ctx, await getOwnAsset(ctx, kind, id));
}

export function createHandlerFor(kind: AssetKind) {
  return async (ctx: WriteCtx, request: Creation): Promise<AssetSummary> => {
    const author = { projectId: ctx.project._id, userId: ctx.userId };
    return presentSummary(await createAsset(ctx, kind, author, request));
  };
}

export function updateHandlerFor(kind: AssetKind) {
  return async (ctx: WriteCtx, { id, ...changes }: Named & Changes): Promise<AssetSummary> => {
    const asset = await getOwnAsset(ctx, kind, id);
    return presentSummary(await updateAsset(ctx, asset, changes, ctx.userId));
  };
}

export function publishHandlerFor<Request>(kind: AssetKind, contentOf: (request: Request) => AssetContent) {
  return async (ctx: WriteCtx, request: Named & Request): Promise<Published> => {
    const asset = await getOwnAsset(ctx, kind, request.id);
    const { version, _creationTime } = await publish(ctx, asset, contentOf(request), ctx.userId);
    return { version, publishedAt: isoTime(_creationTime) };
  };
}

export type Removal = (ctx: MutationCtx, asset: Doc<"assets">, by: Id<"users">) => Promise<void>;

export function removeHandlerFor(kind: AssetKind, remove: Removal) {
  return async (ctx: WriteCtx, { id }: Named): Promise<Ids & { deleted: true }> => {
    const asset = await getOwnAsset(ctx, kind, id);
    await remove(ctx, asset, ctx.userId);
    return withIds(publicNames[kind].asset, asset._id, { deleted: true });
  };
}

export function activateHandlerFor(kind: AssetKind) {
  return async (ctx: WriteCtx, { id, version }: Named & { version: number }): Promise<Activated> => {
    await activate(ctx, await getOwnAsset(ctx, kind, id), version);
    return { activeVersion: version, activatedAt: isoTime(Date.now()) };
  };
}

export async function getOwnAsset(ctx: ReadCtx, kind: AssetKind, id: string): Promise<Doc<"assets">> {
  return await getOwn(ctx, publicNames[kind].asset, id);
}
