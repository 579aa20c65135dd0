import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../lib/newestFirst";
import type { AssetKind } from "./schema";

export function newestFirst(ctx: QueryCtx, projectId: Id<"projects">, kind: AssetKind): NewestFirst<"assets"> {
  return (fromMs) =>
    ctx.db
      .query("assets")
      .withIndex("by_project_and_kind", (q) =>
        q.eq("projectId", projectId).eq("kind", kind).eq("deletedAtMs", undefined).lte("_creationTime", fromMs),
      )
      .order("desc");
}

export function newestVersionsFirst(ctx: QueryCtx, assetId: Id<"assets">): NewestFirst<"assetVersions"> {
  return (fromMs) =>
    ctx.db
      .query("assetVersions")
      .withIndex("by_asset", (q) => q.eq("assetId", assetId).lte("_creationTime", fromMs))
      .order("desc");
}
