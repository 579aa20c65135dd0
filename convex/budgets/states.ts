// What follows when a budget passes a threshold, and when it has money again.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { systemActor } from "../callers/actor";
import { appendToFeed } from "../events/append";
import { addToInbox, removeFromInbox } from "../inbox/model";
import { omitNullish } from "../lib/omitNullish";
import { patchAndReturn } from "../lib/patchAndReturn";
import { timeZoneCache } from "../lib/timeZones";
import { notifyMembers } from "../notifications/model";
import { holdForBudget, releaseFromBudget } from "../queue/setting";
import { cancelRun } from "../runs/lifecycle";
import { pauseForBudget } from "../runs/budgetPause";
import { periodAt } from "./periods";

type Budget = Doc<"budgets">;
type Run = Doc<"runs">;

const dollars = (microUsd: number) => microUsd / 1_000_000;
const inWords = (microUsd: number) => `$${dollars(microUsd).toFixed(2)}`;

export async function warn(ctx: MutationCtx, budget: Budget, fraction: number, spent: number): Promise<Budget> {
  await report(ctx, budget, "budget.warning", { fraction, spentUsd: dollars(spent) });
  const title = `The budget ${budget.name} has spent ${Math.round(fraction * 100)}% of ${inWords(budget.limitMicroUsd)}.`;
  await notifyMembers(ctx, budget.projectId, { type: "budget", title });
  return await patchAndReturn(ctx, "budgets", budget, { warned: [...budget.warned, fraction] });
}

export async function markExceeded(ctx: MutationCtx, budget: Budget, spent: number): Promise<Budget> {
  const { _id, projectId, name, limitMicroUsd, action } = budget;
  await report(ctx, budget, "budget.reached", { action, spentUsd: dollars(spent) });
  const title = `The budget ${name} is reached.`;
  const reason = `${inWords(spent)} of ${inWords(limitMicroUsd)} are spent. ${consequences[action]}`;
  await addToInbox(ctx, "budget_reached", _id, { projectId, title, reason });
  await notifyMembers(ctx, projectId, { type: "budget", title, body: reason });
  return await patchAndReturn(ctx, "budgets", budget, { isReached: true });
}

const consequences: Record<Budget["action"], string> = {
  notify: "Its runs continue.",
  pause: "Its running runs are paused, and others wait.",
  cancel: "Its running runs are cancelled, and others wait.",
};

/** Does what the action of a reached budget says, also to a run that has become active since. */
export async function enforce(ctx: MutationCtx, budget: Budget, run: Run | null): Promise<Budget> {
  if (budget.action === "notify") return await releaseHeldRuns(ctx, budget);
  if (run !== null) await stop(ctx, budget, run._id);
  if (budget.isHolding) return budget;
  const holding = await patchAndReturn(ctx, "budgets", budget, { isHolding: true });
  const { scopeType: type, scopeId: id } = budget;
  await holdForBudget(ctx, budget.projectId, { budgetId: budget._id, type, ...omitNullish({ id }) });
  await ctx.scheduler.runAfter(0, internal.budgets.scheduled.stopRuns, { budgetId: budget._id, cursor: null });
  return holding;
}

/** Pauses or cancels a run that is active. */
export async function stop(ctx: MutationCtx, budget: Budget, runId: Run["_id"]): Promise<void> {
  const run = await ctx.db.get("runs", runId);
  if (run === null) return;
  if (budget.action === "pause") return await pauseForBudget(ctx, run, budget._id);
  if (run.status === "running" || run.status === "paused") {
    await cancelRun(ctx, run, { by: systemActor, reason: "budget", childrenEndLater: true });
  }
}

/** The limit was raised, or the next period has begun. */
export async function clear(ctx: MutationCtx, budget: Budget): Promise<Budget> {
  await report(ctx, budget, "budget.cleared", {});
  await removeFromInbox(ctx, "budget_reached", budget._id);
  return await releaseHeldRuns(ctx, await patchAndReturn(ctx, "budgets", budget, { isReached: false }));
}

/** Resumes exactly what the budget has paused, and lets in what it held. */
export async function releaseHeldRuns(ctx: MutationCtx, budget: Budget): Promise<Budget> {
  if (!budget.isHolding) return budget;
  await releaseFromBudget(ctx, budget.projectId, budget._id);
  await ctx.scheduler.runAfter(0, internal.budgets.scheduled.resumeRuns, { budgetId: budget._id });
  return await patchAndReturn(ctx, "budgets", budget, { isHolding: false });
}

/** Begins the period that the present time is in. */
export async function startPeriod(ctx: MutationCtx, budget: Budget): Promise<Budget> {
  const { startMs, endMs } = periodAt(budget.period, timeZoneCache()(budget.timezone), Date.now());
  const begun = await patchAndReturn(ctx, "budgets", budget, {
    periodStartMs: startMs,
    periodEndMs: endMs ?? undefined,
    warned: [],
  });
  if (endMs !== null) await ctx.scheduler.runAt(endMs, internal.budgets.scheduled.beginDue, {});
  return begun.isReached ? await clear(ctx, begun) : begun;
}

async function report(
  ctx: MutationCtx,
  { _id: id, projectId, name, limitMicroUsd, period }: Budget,
  type: "budget.warning" | "budget.reached" | "budget.cleared",
  data: Record<string, unknown>,
): Promise<void> {
  const about = { name, limitUsd: dollars(limitMicroUsd), period };
  await appendToFeed(ctx, { projectId, type, subject: { type: "budget", id }, data: { ...about, ...data } });
}
