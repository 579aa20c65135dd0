import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { deletionFields } from "../lib/trashTypes";
import { literals } from "../lib/literals";
import { assetKinds, scriptLanguages } from "./kinds";

const assetKind = literals(assetKinds);
export type AssetKind = Infer<typeof assetKind>;

const scriptLanguage = literals(scriptLanguages);
export type ScriptLanguage = Infer<typeof scriptLanguage>;

/** The content of a version: the files of a skill, or the text of any other asset. */
const assetContent = v.union(
  v.object({ kind: v.literal("text"), content: v.string() }),
  v.object({
    kind: v.literal("files"),
    files: v.array(v.object({ name: v.string(), content: v.string() })),
  }),
);
export type AssetContent = Infer<typeof assetContent>;

export const assetTables = {
  // Contexts, skills, commands and scripts: texts that agents receive, in numbered versions, one of them active.
  // People write them; they are read when a run starts, and by the runner. Names are unique within a project and kind,
  // not counting the trash. Only contexts can be in the trash.
  assets: defineTable({
    projectId: v.id("projects"),
    kind: assetKind,
    name: v.string(),
    description: v.optional(v.string()),
    // Only scripts have a language.
    language: v.optional(scriptLanguage),
    // The number of the newest version, or 0 before the first one. Numbers are never used twice.
    newestVersion: v.number(),
    // The version that agents receive. Absent only until the first version is published.
    activeVersion: v.optional(
      v.object({
        versionId: v.id("assetVersions"),
        version: v.number(),
        publishedAtMs: v.number(),
        publishedBy: v.id("users"),
      }),
    ),
    // Whether there is an active version. An index uses this to find the assets that agents receive.
    isServed: v.boolean(),
    updatedAtMs: v.number(),
    ...deletionFields,
  })
    // Lists in the order of creation use this index; the other indexes sort differently.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_project_and_kind", ["projectId", "kind", "deletedAtMs"])
    .index("by_project_and_name", ["projectId", "kind", "deletedAtMs", "name"])
    .index("by_project_and_service", ["projectId", "kind", "deletedAtMs", "isServed", "name"])
    .searchIndex("search_name", { searchField: "name", filterFields: ["projectId", "deletedAtMs"] }),
  // The versions of assets. A version never changes. It is deleted with its asset, in batches.
  assetVersions: defineTable({
    projectId: v.id("projects"),
    assetId: v.id("assets"),
    kind: assetKind,
    // The number of the version. Numbers count from 1 without gaps.
    version: v.number(),
    content: assetContent,
    publishedBy: v.id("users"),
  })
    .index("by_project", ["projectId"])
    // Lists in the order of creation use this index; the other index sorts by number.
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes
    .index("by_asset", ["assetId"])
    .index("by_asset_and_version", ["assetId", "version"]),
};
