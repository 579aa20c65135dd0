import { callbackMutation } from "../callback/builders";
import { invalid } from "../lib/errors";
import { getForRunner } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { presentArtifact } from "../runs/artifacts";
import type { ArtifactView } from "../runs/artifacts";
import { beginArtifact, finishArtifact } from "./model";
import type { BeginRequest, FinishRequest } from "./requests";

/** Where the bytes go, by POST. The address is valid for an hour. */
interface BegunView {
  artifactId: string;
  uploadUrl: string;
}

export const begin = callbackMutation(async (ctx, { sandboxId, stepId, ...says }: BeginRequest): Promise<BegunView> => {
  const sandbox = await getForRunner(ctx, "sandboxes", sandboxId);
  const { runId } = sandbox;
  if (runId === undefined) throw invalid("sandboxId", "sandboxId must be that of a sandbox of a run.");
  const run = await getForRunner(ctx, "runs", publicId("runs", runId));
  const step = stepId == null ? null : await getForRunner(ctx, "runSteps", stepId);
  if (step !== null && step.runId !== runId)
    throw invalid("stepId", "stepId must be that of a step of the sandbox's run.");
  const place = { run, sandboxId: sandbox._id, stepId: step?._id };
  const artifact = await beginArtifact(ctx, place, says);
  return { artifactId: publicId("artifacts", artifact._id), uploadUrl: await ctx.storage.generateUploadUrl() };
});

/** Null where the bytes are not those that were promised: a refusal would undo that they are deleted. */
export const finish = callbackMutation(
  async (ctx, { artifactId, storageId }: FinishRequest): Promise<ArtifactView | null> => {
    const artifact = await getForRunner(ctx, "artifacts", artifactId);
    // The runner can report nothing about a run that is in the trash or deleted.
    await getForRunner(ctx, "runs", publicId("runs", artifact.runId));
    const finished = await finishArtifact(ctx, artifact, storageId);
    return finished === null ? null : presentArtifact(finished);
  },
);
