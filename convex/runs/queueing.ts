import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { enqueueJob } from "../jobs/model";
import { given } from "../lib/given";

/** A pending run waits for a runner, at most until the time by which somebody wants it begun. */
export async function enqueueRun(ctx: MutationCtx, { _id, projectId, startByMs }: Doc<"runs">): Promise<void> {
  const limits = given({ startByMs });
  await enqueueJob(ctx, projectId, { kind: "run.execute", runId: _id }, limits);
}
