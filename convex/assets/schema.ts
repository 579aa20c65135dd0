import { defineTable } from "convex/server";
import { v } from "convex/values";
import { deletionFields } from "../lib/deletion";

export const assetKind = v.union(v.literal("context"), v.literal("skill"), v.literal("command"), v.literal("script"));

/** What a version holds, by the kind of its asset. */
const assetContent = v.union(
  v.object({ kind: v.literal("text"), content: v.string() }),
  v.object({
    kind: v.literal("files"),
    files: v.array(v.object({ name: v.string(), content: v.string() })),
  }),
);

export const assetTables = {
  // Contexts, skills, commands and scripts: texts that agents are given, in numbered versions of which one is active.
  // Written by REST and the dashboard; read when a run starts. Names are unique within project and kind.
  assets: defineTable({
    projectId: v.id("projects"),
    kind: assetKind,
    name: v.string(),
    description: v.optional(v.string()),
    // Scripts alone have one.
    language: v.optional(v.union(v.literal("shell"), v.literal("python"))),
    // The number of the newest version, 0 before there is one: numbers are never used twice.
    newestVersion: v.number(),
    activeVersion: v.optional(
      v.object({
        versionId: v.id("assetVersions"),
        version: v.number(),
        publishedAtMs: v.number(),
        publishedBy: v.id("users"),
      }),
    ),
    updatedAtMs: v.number(),
    ...deletionFields,
  })
    .index("by_project_and_kind", ["projectId", "kind", "deletedAtMs"])
    .index("by_project_and_name", ["projectId", "kind", "deletedAtMs", "name"]),
  // Never changed. Goes with its asset.
  assetVersions: defineTable({
    projectId: v.id("projects"),
    assetId: v.id("assets"),
    // The asset's.
    kind: assetKind,
    version: v.number(),
    content: assetContent,
    publishedBy: v.id("users"),
  }).index("by_asset_and_version", ["assetId", "version"]),
};
