import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { enqueueJob } from "../jobs/model";
import { omitNullish } from "../lib/omitNullish";

/** Queues a job for a pending run. The run fails when no runner begins it by `startBy`, if the caller set that. */
export async function enqueueRun(ctx: MutationCtx, { _id, projectId, startByMs }: Doc<"runs">): Promise<void> {
  const limits = omitNullish({ startByMs });
  await enqueueJob(ctx, projectId, { kind: "run.execute", runId: _id }, limits);
}
