import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { deletionFields } from "../lib/deletion";
import { literals } from "../lib/literals";
import { assetKinds, scriptLanguages } from "./kinds";

const assetKind = literals(assetKinds);
export type AssetKind = Infer<typeof assetKind>;

const scriptLanguage = literals(scriptLanguages);
export type ScriptLanguage = Infer<typeof scriptLanguage>;

/** What a version holds: the files of a skill, the text of anything else. */
const assetContent = v.union(
  v.object({ kind: v.literal("text"), content: v.string() }),
  v.object({
    kind: v.literal("files"),
    files: v.array(v.object({ name: v.string(), content: v.string() })),
  }),
);
export type AssetContent = Infer<typeof assetContent>;

export const assetTables = {
  // Contexts, skills, commands and scripts: texts that agents are given, in numbered versions of which one is active.
  // Written by people; read when a run starts and by the runner. Names are unique within project and kind, what is in the
  // trash aside. Contexts alone can be in the trash.
  assets: defineTable({
    projectId: v.id("projects"),
    kind: assetKind,
    name: v.string(),
    description: v.optional(v.string()),
    // Scripts alone have one.
    language: v.optional(scriptLanguage),
    // The number of the newest version, 0 before there is one: numbers are never used twice.
    newestVersion: v.number(),
    // What agents are given. Absent until a version is published, and never again.
    activeVersion: v.optional(
      v.object({
        versionId: v.id("assetVersions"),
        version: v.number(),
        publishedAtMs: v.number(),
        publishedBy: v.id("users"),
      }),
    ),
    // Whether there is an active version, by which those that agents are given are found.
    isServed: v.boolean(),
    updatedAtMs: v.number(),
    ...deletionFields,
  })
    // In the order of creation, unlike the others.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project_and_kind", ["projectId", "kind", "deletedAtMs"])
    .index("by_project_and_name", ["projectId", "kind", "deletedAtMs", "name"])
    .index("by_project_and_service", ["projectId", "kind", "deletedAtMs", "isServed", "name"]),
  // Never changed. Goes with its asset, in batches.
  assetVersions: defineTable({
    projectId: v.id("projects"),
    assetId: v.id("assets"),
    // The asset's.
    kind: assetKind,
    // Counts from 1 without gaps.
    version: v.number(),
    content: assetContent,
    publishedBy: v.id("users"),
  })
    .index("by_project", ["projectId"])
    // In the order of creation, unlike the other.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_asset", ["assetId"])
    .index("by_asset_and_version", ["assetId", "version"]),
};
