import { v } from "convex/values";
import { internal } from "../_generated/api";
import { scheduledMutation } from "../lib/scheduledMutation";
import { projectDeletedAtMs } from "../jobs/pausing";
import { includesRun } from "../lib/runScopes";
import { omitNullish } from "../lib/omitNullish";
import { workWithinBudget } from "../lib/transactionBudget";
import { resumeFromBudget } from "../runs/budgetPause";
import { inPresentPeriod } from "./counting";
import { stop } from "./states";

const runsPerStep = 20;

/** Pauses or cancels the active runs of a budget that is reached. */
export const stopRuns = scheduledMutation(
  { budgetId: v.id("budgets"), cursor: v.union(v.string(), v.null()) },
  async (ctx, { budgetId, cursor }) => {
    const budget = await ctx.db.get("budgets", budgetId);
    if (budget?.isHolding !== true) return;
    const { projectId, scopeType: type, scopeId: id } = budget;
    const found = await ctx.db
      .query("runs")
      .withIndex("by_status", (q) => q.eq("projectId", projectId).eq("deletedAtMs", undefined).eq("status", "running"))
      .paginate({ cursor, numItems: runsPerStep });
    for (const run of found.page)
      if (includesRun({ type, ...omitNullish({ id }) }, run)) await stop(ctx, budget, run._id);
    if (found.isDone) return;
    await ctx.scheduler.runAfter(0, internal.budgets.scheduled.stopRuns, { budgetId, cursor: found.continueCursor });
  },
);

/**
 * Resumes what a budget has paused, unless it holds runs again. The budget may be gone. In a deleted project nothing is
 * resumed before its restoration.
 */
export const resumeRuns = scheduledMutation({ budgetId: v.id("budgets") }, async (ctx, { budgetId }) => {
  if ((await ctx.db.get("budgets", budgetId))?.isHolding === true) return;
  const pauses = () => ctx.db.query("budgetPauses").withIndex("by_budget", (q) => q.eq("budgetId", budgetId));
  const first = await pauses().first();
  if (first === null || (await projectDeletedAtMs(ctx, first.projectId)) !== null) return;
  const progress = await workWithinBudget(ctx, pauses(), async ({ _id, runId }) => {
    await ctx.db.delete("budgetPauses", _id);
    await resumeFromBudget(ctx, runId, budgetId);
  });
  if (progress === "more") await ctx.scheduler.runAfter(0, internal.budgets.scheduled.resumeRuns, { budgetId });
});

const pausesPerStep = 100;

/** Looks at all that budgets have paused in a project that was restored. */
export const resumeAll = scheduledMutation(
  { projectId: v.id("projects"), cursor: v.union(v.string(), v.null()) },
  async (ctx, { projectId, cursor }) => {
    const found = await ctx.db
      .query("budgetPauses")
      .withIndex("by_project", (q) => q.eq("projectId", projectId))
      .paginate({ cursor, numItems: pausesPerStep });
    for (const budgetId of new Set(found.page.map((pause) => pause.budgetId)))
      await ctx.scheduler.runAfter(0, internal.budgets.scheduled.resumeRuns, { budgetId });
    if (found.isDone) return;
    await ctx.scheduler.runAfter(0, internal.budgets.scheduled.resumeAll, { projectId, cursor: found.continueCursor });
  },
);

/** Begins the next period of each budget whose period is over. In a deleted project nothing happens by the clock. */
export const beginDue = scheduledMutation({}, async (ctx) => {
  const due = ctx.db
    .query("budgets")
    .withIndex("by_period_end", (q) => q.gt("periodEndMs", 0).lte("periodEndMs", Date.now()));
  const progress = await workWithinBudget(ctx, due, async (budget) => {
    if ((await projectDeletedAtMs(ctx, budget.projectId)) === null) await inPresentPeriod(ctx, budget);
  });
  if (progress === "more") await ctx.scheduler.runAfter(0, internal.budgets.scheduled.beginDue, {});
});
