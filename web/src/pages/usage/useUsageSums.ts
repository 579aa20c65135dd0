// The sums of usage that the service keeps, from the first day of the period until now.
import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { useProjectQuery } from "../../live/projectHooks";
import type { LiveResult } from "../../live/useLiveQuery";

export type UsageSums = FunctionReturnType<typeof api.usage.dashboard.sums>;
export type UsageSum = UsageSums["rows"][number];

/** A chart shows these; a run is too small a part of a day. */
export const chartDimensions = ["model", "workflow", "persona"] as const;
export type ChartDimension = (typeof chartDimensions)[number];

export function useUsageSums(groupBy: ChartDimension | "run", startDate: string): LiveResult<UsageSums> {
  return useProjectQuery(api.usage.dashboard.sums, { groupBy, startDate });
}

export const dimensionNames: Record<ChartDimension, string> = {
  model: "Model and service",
  workflow: "Workflow",
  persona: "Persona",
};

const withoutKey: Record<ChartDimension, string> = {
  model: "Unknown model",
  workflow: "Work outside of runs",
  persona: "No persona",
};

const deleted: Record<ChartDimension, string> = {
  model: "Unknown model",
  workflow: "A deleted workflow",
  persona: "A deleted persona",
};

export function nameOfSum(dimension: ChartDimension, { key, name, service, isOther }: UsageSum): string {
  if (isOther) return "All others";
  return name ?? service ?? (key === null ? withoutKey[dimension] : deleted[dimension]);
}
