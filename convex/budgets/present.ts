import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";
import { spentOf } from "./counting";
import { presentScope } from "./scopes";
import type { ScopeView } from "./scopes";
import { warningsPassed } from "./thresholds";
import type { BudgetAction, BudgetPeriod } from "./values";

export interface BudgetView extends Ids {
  name: string;
  scope: ScopeView;
  limitUsd: number;
  period: BudgetPeriod;
  timezone: string;
  /** The fractions of the limit at which it warns, once in a period. */
  warnAt: number[];
  action: BudgetAction;
  spentUsd: number;
  periodStart: string;
  /** Null for the period `total`. */
  periodEnd: string | null;
  state: "ok" | "warning" | "reached";
  createdAt: string;
  updatedAt: string;
}

export async function presentBudget(ctx: QueryCtx, budget: Doc<"budgets">): Promise<BudgetView> {
  const { name, limitMicroUsd, period, timezone, warnAt, action, periodStartMs, periodEndMs } = budget;
  const spentMicroUsd = await spentOf(ctx, budget);
  return withIds("budgets", budget._id, {
    name,
    scope: presentScope(budget),
    limitUsd: limitMicroUsd / 1_000_000,
    period,
    timezone,
    warnAt,
    action,
    spentUsd: spentMicroUsd / 1_000_000,
    periodStart: isoTime(periodStartMs),
    periodEnd: isoTimeOrNull(periodEndMs),
    state: stateOf(budget, spentMicroUsd),
    createdAt: isoTime(budget._creationTime),
    updatedAt: isoTime(budget.updatedAtMs),
  });
}

/** By the present limit: one that was raised may be far away again, although the period has had its warning. */
export function stateOf(budget: Doc<"budgets">, spentMicroUsd: number): BudgetView["state"] {
  if (budget.isReached) return "reached";
  return warningsPassed(budget, spentMicroUsd).length > 0 ? "warning" : "ok";
}
