// Reads the assets that agents receive: those of a project that have an active version, by name.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { omitNullish } from "../lib/omitNullish";
import { getOrThrow } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { takeWithin } from "../lib/batchBudget";
import { contentLength } from "./content";
import { assetKinds, publicNames } from "./kinds";
import { presentForRunner } from "./present";
import type { RunnerAssetView } from "./present";
import type { AssetKind, ScriptLanguage } from "./schema";

/** Limits for each kind of asset in the copy that is stored for a run. The copy has metadata, but no contents. */
const keptOfKind = () => ({ rows: 250, bytes: 500_000 });

const servedAtOnce = 500;
/** The most content in one answer, within what one transaction may read and one response may carry. */
const charactersAtOnce = 2_000_000;

/** The assets for a run that starts now, without contents: the first 250 of each kind by name, or as many as fit. */
export async function activeAssets(ctx: QueryCtx, projectId: Id<"projects">): Promise<ActiveAsset[]> {
  const found = await Promise.all(
    assetKinds.map((kind) => takeWithin(keptOfKind(), servedAfter(ctx, projectId, kind, ""))),
  );
  return found.flat().map(asActive);
}

function asActive(asset: Doc<"assets">): ActiveAsset {
  const { kind, name, description = null, language } = asset;
  const { versionId, version } = activeVersionOf(asset);
  const id = publicId(publicNames[kind].asset, asset._id);
  return { kind, id, name, description, ...omitNullish({ language }), versionId, version };
}

/** The asset of a version, as it was when the version was chosen for the run. */
export interface ActiveAsset {
  kind: AssetKind;
  id: string;
  name: string;
  description: string | null;
  language?: ScriptLanguage;
  versionId: Id<"assetVersions">;
  version: number;
}

/** The assets whose names come after `after`, as many as fit into one answer. An empty list means that none is left. */
export async function listForRunner(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  kind: AssetKind,
  after = "",
): Promise<RunnerAssetView[]> {
  const served: RunnerAssetView[] = [];
  let characters = 0;
  for await (const asset of servedAfter(ctx, projectId, kind, after)) {
    const version = await getOrThrow(ctx, publicNames[kind].version, activeVersionOf(asset).versionId);
    characters += contentLength(version.content);
    // A single asset always fits into an answer.
    if (characters > charactersAtOnce) break;
    served.push(await presentForRunner(ctx, asset, version));
    if (served.length === servedAtOnce) break;
  }
  return served;
}

function servedAfter(ctx: QueryCtx, projectId: Id<"projects">, kind: AssetKind, name: string) {
  return ctx.db
    .query("assets")
    .withIndex("by_project_and_service", (q) =>
      q.eq("projectId", projectId).eq("kind", kind).eq("deletedAtMs", undefined).eq("isServed", true).gt("name", name),
    );
}

function activeVersionOf({ _id, activeVersion }: Doc<"assets">) {
  if (activeVersion === undefined) throw new Error(`The asset ${_id} is served without a version.`);
  return activeVersion;
}
