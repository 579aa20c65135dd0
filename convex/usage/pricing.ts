// Decides what a report of usage costs. Pure.
import { costMicroUsd } from "./cost";
import type { Usage } from "./cost";
import type { Prices, Rate } from "./rates";

/** Where the cost of a record comes from, in the order in which they count. */
export const costSources = ["model", "agent", "service"] as const;
export type CostSource = (typeof costSources)[number];

/** `source` is null when nothing says what the usage costs. */
export type Cost =
  | { costMicroUsd: number; source: "agent"; date: null }
  | { costMicroUsd: number; source: "model" | "service"; date: string }
  | { costMicroUsd: 0; source: null; date: null };

interface Priced {
  service: string;
  model?: string | undefined;
  /** What the agent itself says that it cost. */
  reportedMicroUsd?: number | undefined;
}

/**
 * The price of the model is best. A service's own price is that of a usual model, so it only counts when the agent does
 * not know its cost. The first of `prices` that has a price counts.
 */
export function costOf(usage: Usage, { service, model, reportedMicroUsd }: Priced, prices: readonly Prices[]): Cost {
  const ofService = prices.flatMap((some) => (Object.hasOwn(some, service) ? (some[service] ?? []) : []));
  if (model !== undefined) {
    for (const { models, date } of ofService) {
      const rate = rateOf(models, model);
      if (rate !== undefined) return { costMicroUsd: costMicroUsd(usage, rate), source: "model", date };
    }
  }
  if (reportedMicroUsd !== undefined) return { costMicroUsd: reportedMicroUsd, source: "agent", date: null };
  for (const { default: rate, date } of ofService) {
    if (rate !== undefined) return { costMicroUsd: costMicroUsd(usage, rate), source: "service", date };
  }
  return { costMicroUsd: 0, source: null, date: null };
}

/**
 * Providers add the day of a version to the name of a model, and `latest` for the newest one. Agents add the size of
 * the context, as in `claude-opus-5-5[1m]`.
 */
function rateOf(models: Readonly<Record<string, Rate>>, model: string): Rate | undefined {
  const undated = model.replace(/\[\d+[km]\]$/, "").replace(/[-@](\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, "");
  return [model, undated].flatMap((name) => (Object.hasOwn(models, name) ? (models[name] ?? []) : []))[0];
}
