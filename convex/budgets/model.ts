import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { WriteCtx } from "../callers/caller";
import { apiError } from "../lib/errors";
import { getOrThrow } from "../lib/getDocument";
import { omitNullish } from "../lib/omitNullish";
import { patchAndReturn } from "../lib/patchAndReturn";
import { beginAnew, budgetsOf, clearShards, inPresentPeriod, maxBudgets, applyThresholds } from "./counting";
import type { CreateRequest, UpdateRequest } from "./requests";
import { readScope } from "./scopes";
import { startPeriod, clear, enforce } from "./states";

type Budget = Doc<"budgets">;

const microUsd = (dollars: number) => Math.round(dollars * 1_000_000);
const ascending = (fractions: readonly number[]) => fractions.toSorted((a, b) => a - b);
const usualWarnings = [0.5, 0.8];

/** What was spent before does not count. Throws CONFLICT when the project has too many. */
export async function createBudget(ctx: WriteCtx, request: CreateRequest): Promise<Budget> {
  const { project } = ctx;
  const { name, scope, limitUsd, period, timezone, warnAt, action } = request;
  if ((await budgetsOf(ctx, project._id)).length >= maxBudgets) {
    throw apiError("CONFLICT", `The project has ${maxBudgets} budgets, which is the most.`);
  }
  if (project.hasBudgets !== true) await ctx.db.patch("projects", project._id, { hasBudgets: true });
  const id = await ctx.db.insert("budgets", {
    projectId: project._id,
    name,
    ...(await readScope(ctx, scope)),
    limitMicroUsd: microUsd(limitUsd),
    period,
    timezone: timezone ?? "UTC",
    warnAt: ascending(warnAt ?? usualWarnings),
    warned: [],
    action: action ?? "notify",
    periodStartMs: Date.now(),
    isReached: false,
    isHolding: false,
    updatedAtMs: Date.now(),
  });
  return await startPeriod(ctx, await getOrThrow(ctx, "budgets", id));
}

/**
 * A limit that was raised lets go what the budget holds. One that is lowered to what is spent, or below, does what the
 * action says at once. Another action of a budget that was reached before holds from the next record on.
 */
export async function updateBudget(ctx: WriteCtx, before: Budget, changes: UpdateRequest): Promise<Budget> {
  const { name, scope, limitUsd, period, timezone, warnAt, action } = changes;
  const present = await inPresentPeriod(ctx, before);
  const scoped = scope && { scopeId: undefined, ...(await readScope(ctx, scope)) };
  const changed = await patchAndReturn(ctx, "budgets", present, {
    ...omitNullish({ name, period, timezone, action }),
    ...omitNullish({ limitMicroUsd: limitUsd && microUsd(limitUsd), warnAt: warnAt && ascending(warnAt) }),
    ...scoped,
    updatedAtMs: Date.now(),
  });
  if (!isOfSamePeriod(before, changed)) return await beginAnew(ctx, changed);
  const settled = await applyThresholds(ctx, changed);
  return settled.isReached && !present.isReached ? await enforce(ctx, settled, null) : settled;
}

/** Where a day begins means nothing to a period without an end. */
function isOfSamePeriod(one: Budget, other: Budget): boolean {
  const fields = ["period", "scopeType", "scopeId"] as const;
  if (!fields.every((field) => one[field] === other[field])) return false;
  return one.period === "total" || one.timezone === other.timezone;
}

export async function removeBudget(ctx: MutationCtx, budget: Budget): Promise<void> {
  if (budget.isReached) await clear(ctx, budget);
  await clearShards(ctx, budget);
  await ctx.db.delete("budgets", budget._id);
  if ((await budgetsOf(ctx, budget.projectId)).length > 0) return;
  await ctx.db.patch("projects", budget.projectId, { hasBudgets: undefined });
}
