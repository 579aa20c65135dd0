// What is added up per day. Pure.
import type { Doc } from "../_generated/dataModel";

export type Amounts = Omit<Doc<"dailyStats">, "_id" | "_creationTime" | "projectId" | "date">;

export const nothing: Amounts = {
  runsStarted: 0,
  runsCompleted: 0,
  runsFailed: 0,
  tokens: 0,
  costMicroUsd: 0,
  activeMs: 0,
};

/** `YYYY-MM-DD` in UTC. */
export function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** What else is in a row is left out. */
export function plus(one: Amounts, other: Partial<Amounts>): Amounts {
  const sum = { ...nothing };
  for (const name of Object.keys(nothing) as (keyof Amounts)[]) sum[name] = one[name] + (other[name] ?? 0);
  return sum;
}

export function isNothing(amounts: Partial<Amounts>): boolean {
  return Object.values(amounts).every((amount) => amount === 0);
}
