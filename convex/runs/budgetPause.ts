// A budget that is reached pauses runs, and resumes exactly those when it has money again.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { systemActor } from "../callers/actor";
import { includesRun } from "../lib/runScopes";
import { endDeferral } from "./deferral";
import { changeRunStatus } from "./statusChange";

type Run = Doc<"runs">;

/** A run that a person has paused stays theirs. One that another budget has paused waits for both. */
export async function pauseForBudget(ctx: MutationCtx, run: Run, budgetId: Id<"budgets">): Promise<void> {
  const { budgetIds = [] } = run;
  if (budgetIds.includes(budgetId)) return;
  if (run.status !== "running" && budgetIds.length === 0) return;
  if (run.status === "running") await changeRunStatus(ctx, run, "paused", { reason: "budget" });
  await keepPaused(ctx, run, [...budgetIds, budgetId], budgetId);
}

async function keepPaused(
  ctx: MutationCtx,
  { _id: runId, projectId }: Run,
  budgetIds: Id<"budgets">[],
  budgetId: Id<"budgets">,
): Promise<void> {
  await ctx.db.patch("runs", runId, { budgetIds });
  await ctx.db.insert("budgetPauses", { projectId, budgetId, runId });
}

/**
 * A run begins although a budget is reached: its runner has made it, had claimed it before, or does not wait. The
 * action of the budget holds for it as for those that were running.
 */
export async function stopIfReached(ctx: MutationCtx, run: Run): Promise<Run> {
  const holders = await reachedBudgetsOf(ctx, run);
  for (const holder of holders) {
    if ((await ctx.db.get("budgets", holder))?.action === "cancel")
      return await changeRunStatus(ctx, run, "cancelled", { reason: "budget" });
  }
  const [first] = holders;
  if (first === undefined) return run;
  await pauseForBudget(ctx, run, first);
  return (await ctx.db.get("runs", run._id)) ?? run;
}

/** Does nothing to a run that has changed its status since, or that another budget holds. */
export async function resumeFromBudget(ctx: MutationCtx, runId: Id<"runs">, budgetId: Id<"budgets">): Promise<void> {
  const run = await ctx.db.get("runs", runId);
  if (run?.budgetIds?.includes(budgetId) !== true) return;
  const others = run.budgetIds.filter((id) => id !== budgetId);
  if (others.length > 0) return await ctx.db.patch("runs", runId, { budgetIds: others });
  const holder = await reachedBudgetOf(ctx, run);
  if (holder !== null) return await keepPaused(ctx, run, [holder], holder);
  // Its runner may have deferred the job meanwhile. Then nobody works on the run until a runner claims the job again.
  if ((await endDeferral(ctx, run, systemActor)) === null) await changeRunStatus(ctx, run, "running");
}

/** Such as one that was reached while the run was paused already, so it has not paused it. */
export async function reachedBudgetOf(ctx: QueryCtx, run: Run): Promise<Id<"budgets"> | null> {
  return (await reachedBudgetsOf(ctx, run))[0] ?? null;
}

async function reachedBudgetsOf(ctx: QueryCtx, run: Run): Promise<Id<"budgets">[]> {
  const project = await ctx.db.get("projects", run.projectId);
  return (project?.queue?.budgets ?? []).flatMap((budget) => {
    const id = includesRun(budget, run) ? ctx.db.normalizeId("budgets", budget.budgetId) : null;
    return id === null ? [] : [id];
  });
}
