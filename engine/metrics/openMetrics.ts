// Writes families in the text format of OpenMetrics 1.0, which Prometheus and others scrape. Pure.
import type { Distribution, Family, Labels } from "./family";

export const openMetricsType = "application/openmetrics-text; version=1.0.0; charset=utf-8";

export function writeOpenMetrics(families: readonly Family[]): string {
  const lines = families.flatMap((family) => [...headOf(family), ...samplesOf(family)]);
  return `${lines.join("\n")}\n# EOF\n`;
}

function headOf({ name, type, unit, help }: Family): string[] {
  const lines = [`# TYPE ${name} ${type}`];
  if (unit !== undefined) lines.push(`# UNIT ${name} ${unit}`);
  lines.push(`# HELP ${name} ${escaped(help)}`);
  return lines;
}

function samplesOf(family: Family): string[] {
  const { name } = family;
  switch (family.type) {
    case "gauge":
      return family.samples.map(({ labels, value }) => line(name, labels, value));
    case "counter":
      return family.samples.map(({ labels, value }) => line(`${name}_total`, labels, value));
    case "info":
      return [line(`${name}_info`, family.labels, 1)];
    case "histogram":
      return family.distributions.flatMap((distribution) => linesOfDistribution(name, distribution));
  }
}

function linesOfDistribution(name: string, { labels, buckets, sum }: Distribution): string[] {
  const lines = buckets.map(({ atMost, count }) =>
    line(`${name}_bucket`, { ...labels, le: atMost === Infinity ? "+Inf" : decimal(atMost) }, count),
  );
  return [...lines, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, buckets.at(-1)?.count ?? 0)];
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`;
}

/** The format wants bounds as decimal numbers: 1.0 and not 1. */
function decimal(bound: number): string {
  return Number.isInteger(bound) ? `${bound}.0` : String(bound);
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
