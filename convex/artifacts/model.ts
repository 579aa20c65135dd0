import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { toBase64 } from "../lib/base64";
import { invalid } from "../lib/errors";
import { getOrThrow } from "../lib/getDocument";
import { omitNullish } from "../lib/omitNullish";
import { patchAndReturn } from "../lib/patchAndReturn";
import { publicId, publicIdOrNull } from "../lib/publicIds";
import { appendEvent } from "../runEvents/model";
import { deleteArtifact, deleteFile, findOwner } from "../runs/artifacts";
import { reserve } from "./limits";
import type { Slot } from "./limits";
import type { BeginRequest } from "./requests";

type Artifact = Doc<"artifacts">;

interface Place {
  run: Doc<"runs">;
  sandboxId: Id<"sandboxes">;
  stepId: Id<"runSteps"> | undefined;
}

/** Another upload of the same name that has begun is given up: its runner has lost it. */
export async function beginArtifact(
  ctx: MutationCtx,
  { run, sandboxId, stepId }: Place,
  says: Pick<BeginRequest, "name" | "mediaType" | "size" | "sha256">,
): Promise<Artifact> {
  const { _id: runId, projectId } = run;
  const slot = await readSlot(ctx, { runId, stepId, name: says.name });
  const row = { projectId, runId, sandboxId, state: "begun" as const, ...says, ...omitNullish({ stepId }) };
  const begun = await getOrThrow(ctx, "artifacts", await ctx.db.insert("artifacts", row));
  await reserve(ctx, { runId, projectId, attempt: run.attempt }, slot, { ...slot, begun });
  if (slot.begun !== null) await deleteArtifact(ctx, slot.begun);
  return begun;
}

async function readSlot(
  ctx: QueryCtx,
  { runId, stepId, name }: Pick<Artifact, "runId" | "name"> & { stepId?: Id<"runSteps"> | undefined },
): Promise<Slot> {
  const rows = await ctx.db
    .query("artifacts")
    .withIndex("by_name", (q) => q.eq("runId", runId).eq("stepId", stepId).eq("name", name))
    .take(2);
  const inState = (state: Artifact["state"]) => rows.find((row) => row.state === state) ?? null;
  return { finished: inState("finished"), begun: inState("begun") };
}

/** Null: the bytes are not those that were promised, and are deleted. */
export async function finishArtifact(ctx: MutationCtx, artifact: Artifact, given: string): Promise<Artifact | null> {
  const storageId = ctx.db.system.normalizeId("_storage", given);
  if (storageId === null) throw noFile();
  if (artifact.state === "finished") {
    if (artifact.storageId === storageId) return artifact;
    throw invalid("storageId", "storageId must be that of the file with which the artifact was finished.");
  }
  if ((await findOwner(ctx, storageId)) !== null)
    throw invalid("storageId", "storageId must not be that of another artifact.");
  const file = await ctx.db.system.get("_storage", storageId);
  if (file === null) throw noFile();
  if (file.size !== artifact.size || !isDigest(file.sha256, artifact.sha256)) {
    await deleteFile(ctx, storageId);
    return null;
  }
  return await keepFile(ctx, artifact, storageId);
}

function noFile() {
  return invalid("storageId", "storageId must be that of a file that was uploaded.");
}

async function keepFile(ctx: MutationCtx, artifact: Artifact, storageId: Id<"_storage">): Promise<Artifact> {
  const slot = await readSlot(ctx, artifact);
  await ctx.db.insert("artifactFiles", { storageId, artifactId: artifact._id });
  const finished = await patchAndReturn(ctx, "artifacts", artifact, { state: "finished", storageId });
  await reserve(ctx, artifact, slot, { finished, begun: null });
  if (slot.finished !== null) await deleteArtifact(ctx, slot.finished);
  const { name, mediaType, size, stepId } = finished;
  await appendEvent(ctx, await getOrThrow(ctx, "runs", finished.runId), {
    type: "artifact",
    artifactId: publicId("artifacts", finished._id),
    stepId: publicIdOrNull("runSteps", stepId),
    name,
    mediaType,
    size,
  });
  return finished;
}

/** Platforms write the digest of a file in hex or in base64. */
function isDigest(stored: string, hex: string): boolean {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  return stored === toBase64(bytes) || stored.toLowerCase() === hex;
}

/** The upload has not been finished in time. */
export async function giveUp(ctx: MutationCtx, artifact: Artifact): Promise<void> {
  const slot = await readSlot(ctx, artifact);
  await reserve(ctx, artifact, slot, { ...slot, begun: null });
  await deleteArtifact(ctx, artifact);
}
