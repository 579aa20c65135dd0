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
  const { _id, projectId, startByMs, priority, round } = run;
  const limits = omitNullish({ startByMs, priority });
  const kind = round === undefined ? "run.execute" : "run.continue";
  const jobId = await enqueueJob(ctx, projectId, { kind, runId: _id }, limits);
  const queued = await queueForRoom(ctx, project, run, jobId);
  await reportHold(ctx, queued);
  return queued;
}

/** A limit holds the run that did not when its job was queued. Does nothing when that has changed meanwhile. */
export async function appendHold(ctx: MutationCtx, run: Doc<"runs">, heldBy: string): Promise<void> {
  if (run.hold?.by === heldBy) await reportHold(ctx, run);
}

async function reportHold(ctx: MutationCtx, run: Doc<"runs">): Promise<void> {
  const { hold } = run;
  if (hold === undefined) return;
  await appendEvent(ctx, run, { type: "run.waiting", reason: reasonOf(hold.by), since: hold.sinceMs });
}
