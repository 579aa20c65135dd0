import { callbackMutation } from "../callback/builders";
import { enqueueForSandbox } from "../jobs/model";
import { getRunOfSameProject } from "../learnings/model";
import { getForRunner } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";

type Extraction = { sandboxId: string; runId: string };

/** Accepts a sandbox whose learnings were extracted before. Throws CONFLICT when too many extractions already wait. */
export const dispatchExtraction = callbackMutation(async (ctx, { sandboxId, runId }: Extraction) => {
  const sandbox = await getForRunner(ctx, "sandboxes", sandboxId);
  const run = await getRunOfSameProject(ctx, sandbox, runId);
  const work = { kind: "learning.extract", sandboxId: sandbox._id, runId: run._id } as const;
  const jobId = await enqueueForSandbox(ctx, sandbox.projectId, work);
  await ctx.db.patch("sandboxes", sandbox._id, { learningStatus: "pending" });
  return { id: publicId("jobs", jobId), status: "queued", learningStatus: "pending" };
});
