import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { enqueueJob } from "../jobs/model";
import { queueForRoom } from "../queue/arrival";
import { reasonOf } from "../queue/limits";
import { appendEvent } from "../runEvents/model";
import { omitNullish } from "../lib/omitNullish";

/**
 * Queues a job for a pending run, which a limit may hold. Returns the run as it is then. The run fails when no runner
 * begins it by `startBy`, if the caller set that.
 */
export async function enqueueRun(ctx: MutationCtx, project: Doc<"projects">, run: Doc<"runs">): Promise<Doc<"runs">> {
  const { _id, projectId, startByMs, priority } = run;
  const limits = omitNullish({ startByMs, priority });
  const jobId = await enqueueJob(ctx, projectId, { kind: "run.execute", runId: _id }, limits);
  const queued = await queueForRoom(ctx, project, run, jobId);
  const { hold } = queued;
  if (hold !== undefined) {
    await appendEvent(ctx, queued, { type: "run.waiting", reason: reasonOf(hold.by), since: hold.sinceMs });
  }
  return queued;
}
