// The steps of issue sessions. The runner makes and moves them freely.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { getOrThrow } from "../lib/getDocument";
import { workWithinBudget } from "../lib/transactionBudget";
import type { StepStatus } from "../runSteps/schema";
import type { NewStep } from "./requests";

type Session = Doc<"issueSessions">;
type Step = Doc<"issueSessionSteps">;

/** If a session has more steps, only the newest are shown. */
const maxStepsShown = 200;

export async function stepsOf(ctx: QueryCtx, session: Session): Promise<Step[]> {
  const newestFirst = await ctx.db
    .query("issueSessionSteps")
    .withIndex("by_session", (q) => q.eq("sessionId", session._id))
    .order("desc")
    .take(maxStepsShown);
  return newestFirst.toReversed();
}

export async function addStep(
  ctx: MutationCtx,
  session: Session,
  { role, name, stepIndex }: Omit<NewStep, "sessionId">,
): Promise<Step> {
  const { projectId, _id: sessionId } = session;
  const step = { projectId, sessionId, role, name, stepIndex, status: "pending" as const };
  return await getOrThrow(ctx, "issueSessionSteps", await ctx.db.insert("issueSessionSteps", step));
}

/** Sets the status of a step. Any status can follow any other. */
export async function changeStepStatus(ctx: MutationCtx, step: Step, status: StepStatus): Promise<Step> {
  if (step.status === status) return step;
  await ctx.db.patch("issueSessionSteps", step._id, {
    status,
    ...(status === "running" ? { startedAtMs: step.startedAtMs ?? Date.now() } : {}),
    completedAtMs: status === "pending" || status === "running" ? undefined : Date.now(),
  });
  return await getOrThrow(ctx, "issueSessionSteps", step._id);
}

/** Open steps may be cancelled in later transactions too, because a session that is over never starts again. */
export async function cancelOpenSteps(ctx: MutationCtx, sessionId: Id<"issueSessions">): Promise<void> {
  for (const status of ["pending", "running"] as const) {
    const steps = ctx.db
      .query("issueSessionSteps")
      .withIndex("by_session_and_status", (q) => q.eq("sessionId", sessionId).eq("status", status));
    const cancel = async (step: Step) => void (await changeStepStatus(ctx, step, "cancelled"));
    if ((await workWithinBudget(ctx, steps, cancel)) === "done") continue;
    return void (await ctx.scheduler.runAfter(0, internal.issueSessions.scheduled.cancelSteps, { sessionId }));
  }
}
