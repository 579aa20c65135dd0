// Counts what runs spend, each record of usage in its transaction, and says when a budget passes a threshold.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { includesRun } from "../lib/runScopes";
import { omitNullish } from "../lib/omitNullish";
import { maxShards, randomShard } from "../lib/sums";
import { startPeriod, clear, enforce, markExceeded, warn } from "./states";
import { leftUntilNext, warningsPassed } from "./thresholds";

type Budget = Doc<"budgets">;
type Run = Doc<"runs">;

export const maxBudgets = 100;

export async function budgetsOf(ctx: QueryCtx, projectId: Id<"projects">): Promise<Budget[]> {
  return await ctx.db
    .query("budgets")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .take(maxBudgets);
}

/** `run` is null for usage that no run has caused. Only budgets of the whole project count it. */
export async function countSpending(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  run: Run | null,
  costMicroUsd: number,
): Promise<void> {
  const project = await ctx.db.get("projects", projectId);
  if (project?.hasBudgets !== true) return;
  for (const budget of await budgetsOf(ctx, projectId)) {
    const { scopeType: type, scopeId } = budget;
    const scope = { type, ...omitNullish({ id: scopeId }) };
    if (run === null ? type === "project" : includesRun(scope, run)) await count(ctx, budget, run, costMicroUsd);
  }
}

async function count(ctx: MutationCtx, known: Budget, run: Run | null, costMicroUsd: number): Promise<void> {
  const budget = await inPresentPeriod(ctx, known);
  const isNearThreshold = await add(ctx, budget, costMicroUsd);
  const after = isNearThreshold ? await applyThresholds(ctx, budget) : budget;
  if (after.isReached) await enforce(ctx, after, run);
}

/** Adds to one of the rows. Returns whether the sum may have passed a threshold. */
async function add(ctx: MutationCtx, { _id: budgetId, projectId }: Budget, amount: number): Promise<boolean> {
  const shard = randomShard();
  const row = await ctx.db
    .query("budgetShards")
    .withIndex("by_budget", (q) => q.eq("budgetId", budgetId).eq("shard", shard))
    .unique();
  if (row === null) {
    await ctx.db.insert("budgetShards", { projectId, budgetId, shard, spentMicroUsd: amount, quotaMicroUsd: 0 });
    return true;
  }
  const spentMicroUsd = row.spentMicroUsd + amount;
  await ctx.db.patch("budgetShards", row._id, { spentMicroUsd });
  return spentMicroUsd >= row.quotaMicroUsd;
}

async function shardsOf(ctx: QueryCtx, budgetId: Id<"budgets">): Promise<Doc<"budgetShards">[]> {
  return await ctx.db
    .query("budgetShards")
    .withIndex("by_budget", (q) => q.eq("budgetId", budgetId))
    .take(maxShards);
}

const sumOf = (shards: readonly Doc<"budgetShards">[]) =>
  shards.reduce((sum, { spentMicroUsd }) => sum + spentMicroUsd, 0);

/** What was spent in the period that the row of the budget has. */
export async function spentOf(ctx: QueryCtx, budget: Budget): Promise<number> {
  return sumOf(await shardsOf(ctx, budget._id));
}

/** Compares the sum with the thresholds, and shares what is left until the next one among the rows. */
export async function applyThresholds(ctx: MutationCtx, budget: Budget): Promise<Budget> {
  const shards = await shardsOf(ctx, budget._id);
  const spent = sumOf(shards);
  const { limitMicroUsd } = budget;
  let after = budget;
  for (const fraction of warningsPassed(budget, spent))
    if (!after.warned.includes(fraction)) after = await warn(ctx, after, fraction, spent);
  if (spent >= limitMicroUsd && !after.isReached) after = await markExceeded(ctx, after, spent);
  if (spent < limitMicroUsd && after.isReached) after = await clear(ctx, after);
  const left = leftUntilNext(budget, spent);
  for (const { _id, spentMicroUsd } of shards) {
    const quotaMicroUsd = spentMicroUsd + Math.min(Math.floor(left / maxShards), Number.MAX_SAFE_INTEGER / maxShards);
    await ctx.db.patch("budgetShards", _id, { quotaMicroUsd });
  }
  return after;
}

/** Begins the next period when the one of the row is over. */
export async function inPresentPeriod(ctx: MutationCtx, budget: Budget): Promise<Budget> {
  if (budget.periodEndMs === undefined || Date.now() < budget.periodEndMs) return budget;
  return await beginAnew(ctx, budget);
}

/** Nothing is spent in the period that begins now. */
export async function beginAnew(ctx: MutationCtx, budget: Budget): Promise<Budget> {
  await clearShards(ctx, budget);
  return await startPeriod(ctx, budget);
}

export async function clearShards(ctx: MutationCtx, budget: Budget): Promise<void> {
  for (const { _id } of await shardsOf(ctx, budget._id)) await ctx.db.delete("budgetShards", _id);
}
