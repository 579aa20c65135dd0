// The sums at which a budget warns and is reached. Pure.
import type { Doc } from "../_generated/dataModel";

type Limits = Pick<Doc<"budgets">, "limitMicroUsd" | "warnAt">;

/** In whole micro-dollars, because 0.55 of 100 is a little more than 55 in numbers with a binary fraction. */
export function warningsOf({ limitMicroUsd, warnAt }: Limits): { fraction: number; atMicroUsd: number }[] {
  return warnAt.map((fraction) => ({ fraction, atMicroUsd: Math.max(1, Math.round(fraction * limitMicroUsd)) }));
}

/** What the budget would warn of, whether or not it has done so in this period. */
export function warningsPassed(budget: Limits, spentMicroUsd: number): number[] {
  return warningsOf(budget).flatMap(({ fraction, atMicroUsd }) => (spentMicroUsd >= atMicroUsd ? [fraction] : []));
}

/** What may be spent until the next threshold. Infinity behind the last one. */
export function leftUntilNext(budget: Limits, spentMicroUsd: number): number {
  const thresholds = [...warningsOf(budget).map(({ atMicroUsd }) => atMicroUsd), budget.limitMicroUsd];
  return Math.min(...thresholds.filter((threshold) => threshold > spentMicroUsd)) - spentMicroUsd;
}
