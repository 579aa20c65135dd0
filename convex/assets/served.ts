// What agents are given: the assets of a project that have an active version, by name.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { knownDocument } from "../lib/named";
import { lengthOf } from "./content";
import { publicNames } from "./naming";
import { presentServed } from "./present";
import type { ServedAsset } from "./present";
import type { AssetKind } from "./schema";

const kinds = ["context", "skill", "command", "script"] as const satisfies AssetKind[];

/** Of each kind, in what is kept with a run. */
const keptPerKind = 250;

const servedAtOnce = 500;
/** Of content, within what one transaction may read and one response may carry. */
const charactersAtOnce = 2_000_000;

/** Which version of what a run that starts now is given. */
export interface ActiveAsset {
  kind: AssetKind;
  assetId: Id<"assets">;
  name: string;
  versionId: Id<"assetVersions">;
  version: number;
}

/** Of each kind the first 250 by name. */
export async function activeAssets(ctx: QueryCtx, projectId: Id<"projects">): Promise<ActiveAsset[]> {
  const found = await Promise.all(kinds.map((kind) => servedAfter(ctx, projectId, kind, "").take(keptPerKind)));
  return found.flat().map((asset) => {
    const { versionId, version } = activeVersionOf(asset);
    return { kind: asset.kind, assetId: asset._id, name: asset.name, versionId, version };
  });
}

/** Those whose names come after `after`, as many as fit at once: nothing is left when there is none. */
export async function listServed(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  kind: AssetKind,
  after = "",
): Promise<ServedAsset[]> {
  const served: ServedAsset[] = [];
  let characters = 0;
  for await (const asset of servedAfter(ctx, projectId, kind, after)) {
    const version = await knownDocument(ctx, publicNames[kind].version, activeVersionOf(asset).versionId);
    characters += lengthOf(version.content);
    // A single one always fits.
    if (characters > charactersAtOnce) break;
    served.push(await presentServed(ctx, asset, version));
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
