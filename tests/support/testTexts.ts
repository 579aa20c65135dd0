// Whether a test file asks for an endpoint or an operation, judged by its text.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "../../scripts/settings";

/** With the suite that it shares with other files, and constants that hold paths in place of their names. */
export function textOfTest(file: string): string | null {
  const source = path.join(rootDirectory, file);
  if (!existsSync(source)) return null;
  return withConstants(withSharedSuite(readFileSync(source, "utf8")));
}

/** Of the four kinds of assets, each of whose files says what is particular to it. */
function withSharedSuite(text: string): string {
  if (!text.includes("testAssets(")) return text;
  const said = (field: string) => new RegExp(`\\b${field}: "([^"]*)"`).exec(text)?.[1] ?? "";
  const shared = readFileSync(path.join(rootDirectory, "tests/support/assets.ts"), "utf8")
    .replaceAll(/(?<=\()path\b/g, JSON.stringify(said("path")))
    .replaceAll("${path}", said("path"))
    .replaceAll("${kind.noun}", said("noun"))
    .replaceAll("${kind.publishAt}", said("publishAt"));
  return text + shared;
}

/** In the order in which they stand there, as one may be made of another. */
function withConstants(text: string): string {
  const names = [...text.matchAll(/\bconst (\w+) = ["`][/$]/g)].map(([, name = ""]) => name);
  return names.reduce((replaced, name) => {
    const [, value] = new RegExp(`\\bconst ${name} = ["\`](/[^"\`$]*)["\`]`).exec(replaced) ?? [];
    if (value === undefined) return replaced;
    return replaced
      .replaceAll(`\${${name}}`, value)
      .replaceAll(new RegExp(`(?<=\\b(?:get|post|put|delete)\\()${name}\\b`, "g"), JSON.stringify(value));
  }, text);
}

/** A call such as `api.put("/issues/get` or the words `PUT /api/v1/issues/get`; with `anyMethod` the path in quotes. */
export function mentionsEndpoint(text: string, method: string, fullPath: string, anyMethod: boolean): boolean {
  const below = fullPath
    .replace(/^\/api\/v1/, "")
    .split("/")
    .map((segment) => (segment.startsWith(":") ? "(?:\\$\\{[^{}]*\\}|[^/\"'`\\s?$]+)" : segment))
    .join("/");
  const address = `(?:/api/v1)?${below}(?![\\w/-]|\\$\\{)`;
  const asCall = `\\b${method.toLowerCase()}\\(\\s*["'\`]${address}`;
  const asWords = `\\b${method}["']?,? ["'\`]?${address}`;
  const inQuotes = `["'\`]${address}`;
  return new RegExp([asCall, asWords, ...(anyMethod ? [inQuotes] : [])].join("|")).test(text);
}

export function mentionsOperation(text: string, name: string): boolean {
  return new RegExp(`["'\`]${name.replace(".", "\\.")}["'\`]`).test(text);
}
