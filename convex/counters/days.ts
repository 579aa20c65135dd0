// The amounts that are added up per day. Pure.
import type { Doc } from "../_generated/dataModel";
import { fieldwiseSum } from "../lib/sums";

export type Amounts = Omit<Doc<"dailyStats">, "_id" | "_creationTime" | "projectId" | "date">;

export const zeroAmounts: Amounts = {
  runsStarted: 0,
  runsCompleted: 0,
  runsFailed: 0,
  tokens: 0,
  costMicroUsd: 0,
  activeMs: 0,
  unratedRecords: 0,
};

export const addAmounts = fieldwiseSum(zeroAmounts);

export function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

export function isZero(amounts: Partial<Amounts>): boolean {
  return Object.values(amounts).every((amount) => amount === 0);
}
