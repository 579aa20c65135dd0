import type { Doc } from "../_generated/dataModel";
import { callbackMutation } from "../callback/builders";
import { apiError } from "../lib/errors";
import { getForRunner } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { isFinal } from "../runs/status";
import { requireHolder } from "./claimHolder";
import type { AgentTokenRequest } from "./requests";

/** Keeps the hash of a token that was made for the claim that the runner holds. */
export const keepAgentToken = callbackMutation(
  async (ctx, { jobId, runId, hash, fence }: AgentTokenRequest & { hash: string }): Promise<null> => {
    const job = await getForRunner(ctx, "jobs", jobId);
    const run = await getForRunner(ctx, "runs", runId);
    // The number of the claim says which process holds the job.
    requireHolder(job, { runnerId: job.runnerId ?? "", fence }, "heartbeat");
    if (run.projectId !== job.projectId || !isWorkOn(job, run)) {
      const [named, held] = [publicId("runs", run._id), publicId("jobs", job._id)];
      throw apiError("CONFLICT", `The run ${named} is not what the job ${held} works on.`);
    }
    if (isFinal(run.status)) throw apiError("CONFLICT", `The run is ${run.status}; its agent needs no token.`);
    const access = { hash, fence: job.fence, runId: run._id, attempt: run.attempt };
    const { agentAccess: before } = job;
    // A further token of the same claim may not file more issues than the first.
    const issues = before?.fence === job.fence && before.runId === run._id ? before.issues : 0;
    await ctx.db.patch("jobs", job._id, { agentAccess: { ...access, issues } });
    return null;
  },
);

/** The runs of a chain have no jobs of their own: that of the chain works on them. */
function isWorkOn({ work }: Doc<"jobs">, run: Doc<"runs">): boolean {
  switch (work.kind) {
    case "run.execute":
    case "run.continue":
      return work.runId === run._id;
    case "sprintChain.execute":
      return work.sprintChainId === run.sprintChainId;
    case "workChain.execute":
      return work.workChainId === run.workChainId;
    default:
      return false;
  }
}
