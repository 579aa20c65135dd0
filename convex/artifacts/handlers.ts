import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { StoredFile } from "../api/routeBuilders";
import type { ReadCtx } from "../callers/caller";
import { listOf } from "../callers/lists";
import { getOwn } from "../lib/getDocument";
import { newestFirstBy } from "../lib/newestFirst";
import { notFound, publicId } from "../lib/publicIds";
import { presentArtifact } from "../runs/artifacts";

type Artifact = Doc<"artifacts">;

export const list = listOf({
  name: "runs/artifacts",
  bounds: "usual",
  filters: { id: v.string(), stepId: v.optional(v.string()) },
  find: async (ctx, asked) => {
    const { _id: runId } = await getOwn(ctx, "runs", asked.id);
    const state = "finished" as const;
    if (asked.stepId === undefined)
      return { range: newestFirstBy(ctx, "artifacts", "by_run", { runId, state }), filters: { runId } };
    // A step of another run has no artifacts here.
    const { _id: stepId } = await getOwn(ctx, "runSteps", asked.stepId);
    const range = newestFirstBy(ctx, "artifacts", "by_step", { runId, stepId, state });
    return { range, filters: { runId, stepId } };
  },
  present: (artifact: Artifact) => presentArtifact(artifact),
});

/** Throws NOT_FOUND also for one that is not finished, and for one whose run is in the trash. */
export async function content(ctx: ReadCtx, { id }: { id: string }): Promise<StoredFile> {
  const { runId, storageId, name, mediaType } = await getOwn(ctx, "artifacts", id);
  await getOwn(ctx, "runs", publicId("runs", runId));
  if (storageId === undefined) throw notFound("artifacts", id);
  return { storageId, name, mediaType };
}
