// What the runs came to that were created from the first day of the period until now.
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { outcomeGroupings as all } from "#convex/analytics/outcomeValues";
import type { OutcomeGrouping } from "#convex/analytics/outcomeValues";
import { useProjectQuery } from "../../live/projectHooks";
import type { LiveResult } from "../../live/useLiveQuery";

export type { OutcomeGrouping };
export type Outcomes = FunctionReturnType<typeof api.analytics.dashboard.outcomes>;
export type Outcome = Outcomes["rows"][number];
export type OutcomeDay = Outcomes["days"][number];

/** All together come last in the choice. */
export const outcomeGroupings: readonly OutcomeGrouping[] = [...all.filter((each) => each !== "none"), "none"];

export function useOutcomes(groupBy: OutcomeGrouping, startDate: string): LiveResult<Outcomes> {
  return useProjectQuery(api.analytics.dashboard.outcomes, { groupBy, startDate });
}

export const groupingNames: Record<OutcomeGrouping, string> = {
  workflow: "By workflow",
  persona: "By persona",
  model: "By model",
  agent: "By agent",
  none: "All together",
};

const withoutKey: Record<OutcomeGrouping, string> = {
  workflow: "All others",
  persona: "No persona",
  model: "No model",
  agent: "No agent",
  none: "All runs",
};

export function nameOfOutcome(groupBy: OutcomeGrouping, { key, name }: Outcome): string {
  return name ?? (key === null ? withoutKey[groupBy] : `A deleted ${groupBy}`);
}
