// Metrics that an operator watches, as the embedded deployment reads them (engine/metrics/appMetrics.ts). Labels take a
// bounded number of values, and no text of a project. Pure.

export interface Metric {
  name: string;
  help: string;
  unit?: "seconds";
  samples: { labels: Record<string, string>; value: number }[];
}

/** How often each of the values is among `found`. */
export function samplesBy<Value extends string>(
  label: string,
  values: readonly Value[],
  found: readonly Value[],
): Metric["samples"] {
  return values.map((value) => ({
    labels: { [label]: value },
    value: found.filter((each) => each === value).length,
  }));
}
