// The functions of contexts, skills, commands and scripts, each made for one kind.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { projectMutation, projectQuery } from "../api/builders";
import { invalid } from "../api/errors";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import { callbackQuery } from "../callback/builders";
import { ownedDocument } from "../lib/named";
import { isoTime } from "../lib/times";
import { namedProject } from "../project/named";
import type { ListActiveRequest } from "./callbackRequests";
import { activate, createAsset, publish, updateAsset } from "./model";
import type { Changes, Creation } from "./model";
import { publicNames } from "./naming";
import { presentDetail, presentSummary, presentVersion } from "./present";
import type { AssetDetail, AssetSummary, ServedAsset, VersionView } from "./present";
import type { AssetContent, AssetKind } from "./schema";
import { listServed } from "./served";

/** What a change of a version answers with. */
interface Published {
  version: number;
  publishedAt: string;
}

interface Activated {
  activeVersion: number;
  activatedAt: string;
}

type Named = { id: string };

export function listOf(kind: AssetKind) {
  return projectQuery(async (ctx, request: PageRequest): Promise<Page<AssetSummary>> => {
    const newestFirst = (fromMs: number) =>
      ctx.db
        .query("assets")
        .withIndex("by_project_and_kind", (q) =>
          q.eq("projectId", ctx.project._id).eq("kind", kind).eq("deletedAtMs", undefined).lte("_creationTime", fromMs),
        )
        .order("desc");
    const paged = { project: ctx.project, name: publicNames[kind].asset, sources: [newestFirst] };
    return await readPage(paged, request, pageBounds.small, presentSummary);
  });
}

export function getOf(kind: AssetKind) {
  return projectQuery(async (ctx, { id }: Named): Promise<AssetDetail> =>
    presentDetail(ctx, await ownedAsset(ctx, kind, id)),
  );
}

export function createOf<Request extends Creation>(kind: AssetKind) {
  return projectMutation(async (ctx, request: Request): Promise<AssetSummary> => {
    const author = { projectId: ctx.project._id, userId: ctx.key.userId };
    return presentSummary(await createAsset(ctx, kind, author, request));
  });
}

export function updateOf<Request extends Changes>(kind: AssetKind) {
  return projectMutation(async (ctx, { id, ...changes }: Named & Request): Promise<AssetSummary> => {
    const asset = await ownedAsset(ctx, kind, id);
    return presentSummary(await updateAsset(ctx, asset, changes, ctx.key.userId));
  });
}

export function publishOf<Request>(kind: AssetKind, contentOf: (request: Request) => AssetContent) {
  return projectMutation(async (ctx, request: Named & Request): Promise<Published> => {
    const asset = await ownedAsset(ctx, kind, request.id);
    const { version, _creationTime } = await publish(ctx, asset, contentOf(request), ctx.key.userId);
    return { version, publishedAt: isoTime(_creationTime) };
  });
}

type Removal = (ctx: MutationCtx, asset: Doc<"assets">, by: Id<"users">) => Promise<void>;

export function removeOf(kind: AssetKind, remove: Removal) {
  return projectMutation(async (ctx, { id }: Named): Promise<{ id: string; _id: string; deleted: true }> => {
    await remove(ctx, await ownedAsset(ctx, kind, id), ctx.key.userId);
    return { id, _id: id, deleted: true };
  });
}

export function versionsOf(kind: AssetKind) {
  return projectQuery(async (ctx, { id, ...request }: Named & PageRequest): Promise<Page<VersionView>> => {
    const asset = await ownedAsset(ctx, kind, id);
    const newestFirst = (fromMs: number) =>
      ctx.db
        .query("assetVersions")
        .withIndex("by_asset", (q) => q.eq("assetId", asset._id).lte("_creationTime", fromMs))
        .order("desc");
    const paged = { project: ctx.project, name: `versions of ${id}`, sources: [newestFirst] };
    return await readPage(paged, request, pageBounds.usual, (version) => presentVersion(ctx, asset, version));
  });
}

export function activateOf(kind: AssetKind) {
  return projectMutation(async (ctx, { id, v }: Named & { v: string }): Promise<Activated> => {
    const version = versionNumber(v);
    await activate(ctx, await ownedAsset(ctx, kind, id), version);
    return { activeVersion: version, activatedAt: isoTime(Date.now()) };
  });
}

export function listActiveOf(kind: AssetKind) {
  return callbackQuery(async (ctx, { projectId, after }: ListActiveRequest): Promise<ServedAsset[]> => {
    const project = await namedProject(ctx, projectId);
    return await listServed(ctx, project._id, kind, after);
  });
}

/** Throws VALIDATION. */
function versionNumber(text: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw invalid("v", "v must be a positive integer.");
  return Number(text);
}

async function ownedAsset(
  ctx: QueryCtx & { project: Doc<"projects"> },
  kind: AssetKind,
  id: string,
): Promise<Doc<"assets">> {
  return await ownedDocument(ctx, publicNames[kind].asset, id);
}
