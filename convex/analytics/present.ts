import type { Doc } from "../_generated/dataModel";
import { plus } from "../counters/days";
import type { Amounts } from "../counters/days";
import { dollarsOf } from "../usage/present";
import type { Ids } from "../lib/publicIds";

export interface DayView extends Ids {
  date: string;
  runsStarted: number;
  runsCompleted: number;
  runsFailed: number;
  tokens: number;
  costUsd: number;
  activeMs: number;
}

/** `since` has the amounts by day that must be added to the stored rows. */
export function presentDay(day: Doc<"dailyStats">, since: ReadonlyMap<string, Amounts>): DayView {
  const { date } = day;
  const { runsStarted, runsCompleted, runsFailed, tokens, costMicroUsd, activeMs } = plus(day, since.get(date) ?? {});
  const costUsd = dollarsOf(costMicroUsd);
  return { id: date, _id: date, date, runsStarted, runsCompleted, runsFailed, tokens, costUsd, activeMs };
}
