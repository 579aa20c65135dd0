import type { Doc } from "../_generated/dataModel";
import { dollarsOf } from "../usage/present";

/** A UTC day of a project, which its date names. */
export interface DayView {
  id: string;
  _id: string;
  date: string;
  runsStarted: number;
  runsCompleted: number;
  runsFailed: number;
  tokens: number;
  costUsd: number;
  activeMs: number;
}

export function presentDay(day: Doc<"dailyStats">): DayView {
  const { date, runsStarted, runsCompleted, runsFailed, tokens, costMicroUsd, activeMs } = day;
  const costUsd = dollarsOf(costMicroUsd);
  return { id: date, _id: date, date, runsStarted, runsCompleted, runsFailed, tokens, costUsd, activeMs };
}
