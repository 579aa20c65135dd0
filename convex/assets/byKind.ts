// The functions of contexts, skills, commands and scripts for REST. Each is built for one kind.
import { projectMutation, projectQuery } from "../api/builders";
import { listEndpoint } from "../api/lists";
import { invalid } from "../lib/errors";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import * as handlers from "./handlers";
import type { Removal } from "./handlers";
import { newestVersionsFirst } from "./lists";
import type { Changes, Creation } from "./model";
import { presentVersion } from "./present";
import type { AssetSummary, VersionView } from "./present";
import type { AssetContent, AssetKind } from "./schema";

type Named = { id: string };

export function listEndpointFor(kind: AssetKind) {
  return listEndpoint(handlers.assetsOf(kind));
}

export function getEndpointFor(kind: AssetKind) {
  return projectQuery(handlers.getHandlerFor(kind));
}

export function createEndpointFor<Request extends Creation>(kind: AssetKind) {
  return projectMutation<Request, AssetSummary>(handlers.createHandlerFor(kind));
}

export function updateEndpointFor<Request extends Changes>(kind: AssetKind) {
  return projectMutation<Named & Request, AssetSummary>(handlers.updateHandlerFor(kind));
}

export function publishEndpointFor<Request>(kind: AssetKind, contentOf: (request: Request) => AssetContent) {
  return projectMutation(handlers.publishHandlerFor(kind, contentOf));
}

export function removeEndpointFor(kind: AssetKind, remove: Removal) {
  return projectMutation(handlers.removeHandlerFor(kind, remove));
}

export function versionsEndpointFor(kind: AssetKind) {
  return projectQuery(async (ctx, { id, ...request }: Named & PageRequest): Promise<Page<VersionView>> => {
    const asset = await handlers.getOwnAsset(ctx, kind, id);
    const paged = { project: ctx.project, name: `versions of ${id}`, sources: [newestVersionsFirst(ctx, asset._id)] };
    return await readPage(paged, request, pageBounds.usual, (version) => presentVersion(ctx, asset, version));
  });
}

export function activateEndpointFor(kind: AssetKind) {
  const activate = handlers.activateHandlerFor(kind);
  return projectMutation(
    async (ctx, { id, v }: Named & { v: string }) => await activate(ctx, { id, version: versionNumber(v) }),
  );
}

function versionNumber(text: string): number {
  if (!/^[1-9][0-9]*$/.test(text)) throw invalid("v", "v must be a positive integer.");
  // No asset has as many versions as the largest number that is exact.
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}
