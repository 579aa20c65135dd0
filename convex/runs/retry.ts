// A run whose job has failed and will be tried again. Its status stays as it is until a runner claims the job.
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { truncate } from "../lib/textLength";
import { appendEvent } from "../runEvents/model";
import { isFinal } from "./status";

interface Retry {
  jobId: Id<"jobs">;
  untilMs: number;
  reason: string;
}

const maxReasonLength = 1000;

/** Does nothing when the run is over. */
export async function recordRetry(
  ctx: MutationCtx,
  runId: Id<"runs">,
  { jobId, untilMs, reason }: Retry,
): Promise<void> {
  const run = await ctx.db.get("runs", runId);
  if (run === null || isFinal(run.status)) return;
  const sinceMs = Date.now();
  const text = truncate(reason.toWellFormed().trim(), maxReasonLength);
  await ctx.db.patch("runs", runId, { retry: { jobId, sinceMs, untilMs, reason: text } });
  await appendEvent(ctx, run, { type: "run.waiting", reason: "retry", since: sinceMs, until: untilMs, text });
}
