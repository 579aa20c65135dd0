// What `GET /metrics` needs to know of the product: the patterns of its routes, and the query with its metrics.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { MetricsOptions } from "../engine/server/metrics";
import { rootDirectory } from "./settings";

/** The paths of http.ts besides the API. */
const others = ["/healthz", "/readyz", "/metrics", "/docs", "/mcp", "/idp/webhook", "/job/callback"];

export function metricsOptions(address: MetricsOptions["address"]): MetricsOptions {
  const { version } = JSON.parse(readFileSync(path.join(rootDirectory, "package.json"), "utf8")) as { version: string };
  return {
    path: "/metrics",
    address,
    query: "admin/metrics:metrics",
    routeOf: routeFinder(),
    build: { version, node: process.versions.node },
  };
}

/**
 * Returns a function that finds the pattern of a path. Those of the API are the paths of the OpenAPI document: the
 * modules of its routes would bring most of the product into this process. For all other paths it returns null.
 */
function routeFinder(): MetricsOptions["routeOf"] {
  const { paths } = JSON.parse(readFileSync(path.join(rootDirectory, "convex/openapi/document.json"), "utf8")) as {
    paths: object;
  };
  const ofApi = Object.keys(paths).map((path) => path.replaceAll(/\{(\w+)\}/g, ":$1"));
  const patterns = new Patterns([...others, ...ofApi]);
  return (asked) => patterns.find(asked);
}

/** Looks a path up by its text, and by its number of segments where a pattern has parameters. */
class Patterns {
  private readonly fixed: ReadonlySet<string>;
  private readonly withParameters = new Map<number, string[][]>();

  constructor(patterns: readonly string[]) {
    this.fixed = new Set(patterns.filter((pattern) => !pattern.includes(":")));
    for (const pattern of new Set(patterns)) {
      if (this.fixed.has(pattern)) continue;
      const segments = pattern.split("/");
      this.withParameters.set(segments.length, [...(this.withParameters.get(segments.length) ?? []), segments]);
    }
  }

  find(asked: string): string | null {
    if (this.fixed.has(asked)) return asked;
    const given = asked.split("/");
    const found = this.withParameters
      .get(given.length)
      ?.find((segments) => segments.every((segment, at) => segment.startsWith(":") || segment === given[at]));
    return found?.join("/") ?? null;
  }
}
