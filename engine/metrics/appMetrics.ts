// Reads the metrics that a query of the app returns: `[{ name, help, unit?, samples: [{ labels, value }] }]`. All of
// them are gauges. What has another form is left out, so that a fault of the app never hides the engine's own metrics.
import type { Family, Labels, Sample } from "./family";

const maxFamilies = 100;
const maxSamples = 1_000;
const namePattern = /^[a-z_][a-z0-9_]*$/;

export function readAppMetrics(value: unknown): Family[] {
  return Array.isArray(value) ? value.slice(0, maxFamilies).flatMap(readFamily) : [];
}

function readFamily(value: unknown): Family[] {
  if (!isObject(value)) return [];
  const { name, help, unit, samples } = value;
  if (typeof name !== "string" || !namePattern.test(name) || typeof help !== "string" || !Array.isArray(samples))
    return [];
  if (unit !== undefined && unit !== "seconds" && unit !== "bytes") return [];
  if (unit !== undefined && !name.endsWith(`_${unit}`)) return [];
  const read = samples.slice(0, maxSamples).flatMap(readSample);
  return [{ type: "gauge", name, help, samples: read, ...(unit === undefined ? {} : { unit }) }];
}

function readSample(value: unknown): Sample[] {
  if (!isObject(value) || !isObject(value["labels"]) || typeof value["value"] !== "number") return [];
  const labels: Labels = Object.fromEntries(
    Object.entries(value["labels"]).flatMap(([label, text]): [string, string][] =>
      namePattern.test(label) && typeof text === "string" ? [[label, text]] : [],
    ),
  );
  return [{ labels, value: value["value"] }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
