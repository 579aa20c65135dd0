// Keeps the OpenAPI document of a release, with which later ones are compared. It is run when CHANGELOG.md is cut.
// Words and examples are left out, as no client breaks by them.
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import document from "../convex/openapi/document.json";
import { version } from "../convex/health/version";
import { asksForHelp } from "./help";
import { rootDirectory } from "./settings";

const usage = `Usage: sh scripts/node.sh scripts/run.mjs scripts/keepOpenApi.ts
Writes tests/fixtures/openapi/<version>.json, once for each version.`;

const words: ReadonlySet<string> = new Set(["example", "description", "summary"]);

/** Fields of a shape may have these names too, so what `properties` has is kept. */
function withoutWords(value: unknown, isProperties = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutWords(item));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => isProperties || !words.has(name));
  return Object.fromEntries(
    kept.map(([name, inner]) => [name, withoutWords(inner, name === "properties" && !isProperties)]),
  );
}

function keep(): void {
  const file = path.join(rootDirectory, "tests/fixtures/openapi", `${version}.json`);
  if (existsSync(file)) throw new Error(`${file} exists already: a release is kept as it was.`);
  writeFileSync(file, `${JSON.stringify(withoutWords(document))}\n`);
}

if (asksForHelp(process.argv.slice(2))) console.log(usage);
else keep();
