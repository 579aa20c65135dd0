import type { Doc } from "../_generated/dataModel";
import { addAmounts } from "../counters/days";
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
  unratedRecords: number;
  activeMs: number;
}

/** `since` has the amounts by day that must be added to the stored rows. */
export function presentDay(day: Doc<"dailyStats">, since: ReadonlyMap<string, Amounts>): DayView {
  const { date } = day;
  const { costMicroUsd, ...amounts } = addAmounts(day, since.get(date) ?? {});
  const { runsStarted, runsCompleted, runsFailed, tokens, activeMs, unratedRecords } = amounts;
  const costUsd = dollarsOf(costMicroUsd);
  const counts = { runsStarted, runsCompleted, runsFailed, tokens };
  return { id: date, _id: date, date, ...counts, costUsd, unratedRecords, activeMs };
}
