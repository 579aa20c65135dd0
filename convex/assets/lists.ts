import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../lib/newestFirst";
import { newestFirstBy } from "../lib/newestFirst";
import type { AssetKind } from "./schema";

export function newestFirst(ctx: QueryCtx, projectId: Id<"projects">, kind: AssetKind): NewestFirst<"assets"> {
  return newestFirstBy(ctx, "assets", "by_project_and_kind", { projectId, kind, deletedAtMs: undefined });
}

export function newestVersionsFirst(ctx: QueryCtx, assetId: Id<"assets">): NewestFirst<"assetVersions"> {
  return newestFirstBy(ctx, "assetVersions", "by_asset", { assetId });
}
