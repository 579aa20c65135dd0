// Reads metrics with the strict parser of OpenMetrics by the makers of Prometheus, which is a program in Python.
// `.ci/run` installs it. Where it is missing, tests that need it are skipped.
import { spawnSync } from "node:child_process";

const python = "/usr/bin/python3";
const program = `
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse
families = [
    {"name": f.name, "type": f.type, "unit": f.unit, "help": f.documentation,
     "samples": [{"name": s.name, "labels": s.labels, "value": s.value} for s in f.samples]}
    for f in parse(sys.stdin.read())
]
json.dump(families, sys.stdout)
`;

export interface ReadFamily {
  name: string;
  type: string;
  unit: string;
  help: string;
  samples: { name: string; labels: Record<string, string>; value: number }[];
}

const hasParser = spawnSync(python, ["-c", "import prometheus_client.openmetrics.parser"]).status === 0;

export const canReadMetrics = hasParser || process.env["METRICS_PARSER_REQUIRED"] !== undefined;

/** Throws what the parser says about a text that is not in the format. */
export function readMetrics(text: string): ReadFamily[] {
  const { status, stdout, stderr } = spawnSync(python, ["-c", program], { input: text, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as ReadFamily[];
}

/** Returns the sum of the samples of this name that have these labels. */
export function sumOf(families: ReadFamily[], name: string, labels: Record<string, string> = {}): number {
  const samples = families.flatMap((family) => family.samples).filter((sample) => sample.name === name);
  const wanted = Object.entries(labels);
  const fitting = samples.filter((sample) => wanted.every(([label, text]) => sample.labels[label] === text));
  return fitting.reduce((sum, { value }) => sum + value, 0);
}
