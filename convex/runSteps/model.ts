import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { publicId } from "../lib/publicIds";
import { appendEvent } from "../runEvents/model";
import type { StepStatus } from "./schema";

/** Steps of one attempt; workflows have up to 50, and iterations and retries add to them. */
export const stepsPerAttemptMax = 500;

export async function changeStepStatus(
  ctx: MutationCtx,
  run: Doc<"runs">,
  step: Doc<"runSteps">,
  status: StepStatus,
): Promise<void> {
  if (step.status === status) return;
  const isOver = status !== "pending" && status !== "running";
  await ctx.db.patch("runSteps", step._id, {
    status,
    ...(status === "running" ? { startedAtMs: step.startedAtMs ?? Date.now() } : {}),
    completedAtMs: isOver ? Date.now() : undefined,
  });
  const stepId = publicId("runSteps", step._id);
  await appendEvent(ctx, run, { type: "step.status", stepId, status, from: step.status });
}

/** Those of the present attempt that are not over. */
export async function cancelStepsOfRun(ctx: MutationCtx, run: Doc<"runs">): Promise<void> {
  const steps = await ctx.db
    .query("runSteps")
    .withIndex("by_run", (q) => q.eq("runId", run._id).eq("attempt", run.attempt))
    .take(stepsPerAttemptMax);
  for (const step of steps) {
    if (step.status === "pending" || step.status === "running") await changeStepStatus(ctx, run, step, "cancelled");
  }
}
