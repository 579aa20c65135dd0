// A person or key calls a run completed although not all of its gates have passed, and says why.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Actor } from "../callers/actor";
import { apiError } from "../lib/errors";
import { appendEvent } from "../runEvents/model";
import { isOfPresentWork } from "./gates";
import { changeRunStatus } from "./statusChange";

type Run = Doc<"runs">;

export async function acceptRun(
  ctx: MutationCtx,
  run: Run,
  { by, reason }: { by: Actor; reason: string },
): Promise<Run> {
  const accepted = await changeRunStatus(ctx, run, "completed", { by, acceptedReason: reason });
  await appendEvent(ctx, accepted, { type: "run.accepted", actor: by, reason });
  return accepted;
}

/** Throws CONFLICT unless the run has failed because of a gate, or one of its gates asks what to do. */
export async function requireAcceptable(ctx: QueryCtx, run: Run): Promise<void> {
  if (run.status === "failed" && run.failureReason === "gate") return;
  if (await gateAsks(ctx, run)) return;
  const why =
    run.status === "failed" ? "has failed for another reason" : `is ${run.status}, and none of its gates asks`;
  throw apiError("CONFLICT", `The run ${why}; only a run that waits or has failed for a gate can be accepted.`);
}

async function gateAsks(ctx: QueryCtx, run: Run): Promise<boolean> {
  if ((run.openQuestions ?? 0) === 0) return false;
  const waiting = ctx.db
    .query("runQuestions")
    .withIndex("by_run_and_status", (q) => q.eq("runId", run._id).eq("status", "waiting"));
  for await (const { gateStepId, attempt } of waiting) {
    const step = gateStepId === undefined ? null : await ctx.db.get("runSteps", gateStepId);
    if (attempt === run.attempt && step !== null && isOfPresentWork(run, step)) return true;
  }
  return false;
}
