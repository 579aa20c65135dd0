// The documents that people read, with their texts.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "../../scripts/settings";

const names = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "AGENTS.md",
  "SECURITY.md",
  "convex/README.md",
  "engine/README.md",
  "packages/runner/README.md",
  "packages/cli/README.md",
  ...readdirSync(path.join(rootDirectory, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

export const documents = names.map((document) => ({
  document,
  folder: path.dirname(document),
  text: read(document),
}));

/** Returns the text of a file of the repository. */
export function read(file: string): string {
  return readFileSync(path.join(rootDirectory, file), "utf8");
}
