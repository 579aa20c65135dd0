// Hands a claimed job over to its runner. What a run needs to begin is read in the transaction of the claim, because
// most jobs are runs. Other jobs may need much more, which the edge asks for in a transaction of its own.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { deliverRunsWork } from "../deliveries/run";
import { joined } from "../lib/joined";
import { failClaim } from "./endings";
import { undeliverable } from "./handed";
import type { Handed } from "./handed";
import { presentClaim } from "./present";

export async function handOver(ctx: MutationCtx, job: Doc<"jobs">, runnerId: string): Promise<Handed> {
  const claimed = presentClaim(job);
  if (job.work.kind !== "run.execute") return { kind: "bare", job: claimed };
  try {
    return { kind: "whole", job: joined(claimed, await deliverRunsWork(ctx, job.work.runId)) };
  } catch (thrown) {
    console.error(`The job ${claimed.id} is put back:`, thrown);
    await failClaim(ctx, job, { runnerId, fence: job.fence }, { error: undeliverable, isRetryable: true });
    return { kind: "putBack" };
  }
}
