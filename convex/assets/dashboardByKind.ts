// The live lists and details of contexts, skills, commands and scripts. Each function is built for one kind.
import type { PaginationResult } from "convex/server";
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { memberGet, memberQuery } from "../dashboard/builders";
import { memberList } from "../dashboard/lists";
import { livePage } from "../dashboard/pages";
import * as handlers from "./handlers";
import { newestVersionsFirst } from "./lists";
import { presentVersion } from "./present";
import type { VersionView } from "./present";
import type { AssetKind } from "./schema";

export function listQueryFor(kind: AssetKind) {
  return memberList("project:read", handlers.assetsOf(kind));
}

export function getQueryFor(kind: AssetKind) {
  return memberGet("project:read", handlers.getHandlerFor(kind));
}

export function versionsQueryFor(kind: AssetKind) {
  return memberQuery("project:read", {
    args: { paginationOpts: paginationOptsValidator, id: v.string() },
    handler: async (ctx, { id, paginationOpts }): Promise<PaginationResult<VersionView>> => {
      const asset = await handlers.getOwnAsset(ctx, kind, id);
      const range = newestVersionsFirst(ctx, asset._id);
      return await livePage(range, paginationOpts, (version) => presentVersion(ctx, asset, version));
    },
  });
}
