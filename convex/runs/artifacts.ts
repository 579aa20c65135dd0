// The artifacts of a run as its proof and its end need them. The folder `artifacts` has the rest, and imports this one.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { removeWithin } from "../lib/batchBudget";
import type { BatchBudget } from "../lib/batchBudget";
import { publicId, publicIdOrNull, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime } from "../lib/times";

type Artifact = Doc<"artifacts">;

/** As many as a run can have. */
export const maxArtifactsOfRun = 200;

export interface ArtifactView extends Ids {
  runId: string;
  stepId: string | null;
  sandboxId: string;
  /** A relative path, data from outside. */
  name: string;
  mediaType: string;
  size: number;
  sha256: string;
  createdAt: string;
}

export function presentArtifact(artifact: Artifact): ArtifactView {
  const { _id, _creationTime, runId, stepId, sandboxId, name, mediaType, size, sha256 } = artifact;
  return withIds("artifacts", _id, {
    runId: publicId("runs", runId),
    stepId: publicIdOrNull("runSteps", stepId),
    sandboxId: publicId("sandboxes", sandboxId),
    name,
    mediaType,
    size,
    sha256,
    createdAt: isoTime(_creationTime),
  });
}

/** Newest first. */
export async function presentArtifacts(ctx: QueryCtx, runId: Id<"runs">): Promise<ArtifactView[]> {
  const finished = await ctx.db
    .query("artifacts")
    .withIndex("by_run", (q) => q.eq("runId", runId).eq("state", "finished"))
    .order("desc")
    .take(maxArtifactsOfRun);
  return finished.map(presentArtifact);
}

/** Deletes as many of the run's artifacts as this transaction has room for. */
export async function clearArtifacts(ctx: MutationCtx, runId: Id<"runs">, budget: BatchBudget): Promise<void> {
  const artifacts = ctx.db.query("artifacts").withIndex("by_run", (q) => q.eq("runId", runId));
  await removeWithin(budget, artifacts, (artifact) => deleteArtifact(ctx, artifact));
  const totals = ctx.db.query("artifactTotals").withIndex("by_run", (q) => q.eq("runId", runId));
  await removeWithin(budget, totals, ({ _id }) => ctx.db.delete("artifactTotals", _id));
}

/** Deletes the row and its bytes. What it has reserved stays reserved. */
export async function deleteArtifact(ctx: MutationCtx, { _id, storageId }: Artifact): Promise<void> {
  if (storageId !== undefined) {
    const owner = await findOwner(ctx, storageId);
    if (owner !== null) await ctx.db.delete("artifactFiles", owner._id);
    await deleteFile(ctx, storageId);
  }
  await ctx.db.delete("artifacts", _id);
}

export async function findOwner(ctx: QueryCtx, storageId: Id<"_storage">): Promise<Doc<"artifactFiles"> | null> {
  return await ctx.db
    .query("artifactFiles")
    .withIndex("by_file", (q) => q.eq("storageId", storageId))
    .first();
}

/** An import of a backup may have left the files out. */
export async function deleteFile(ctx: MutationCtx, storageId: Id<"_storage">): Promise<void> {
  if ((await ctx.db.system.get("_storage", storageId)) !== null) await ctx.storage.delete(storageId);
}
