// A change of the API that breaks clients is announced: CHANGELOG.md names the operation in an entry that says
// "Breaking". The document is compared with that of the last release.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import document from "../convex/openapi/document.json";
import { breakingChanges } from "../scripts/openApiChanges";
import type { OpenApi } from "../scripts/openApiChanges";
import { rootDirectory } from "../scripts/settings";

const changelog = readFileSync(path.join(rootDirectory, "CHANGELOG.md"), "utf8");

/** The changes that no entry below `Unreleased` announces. */
function unannounced(changes: readonly string[], text: string): string[] {
  const [, unreleased = ""] = /^## \[Unreleased\]$([^]*?)(?=^## |$(?![^]))/m.exec(text) ?? [];
  const breaks = unreleased.split(/\n(?=- )/).filter((entry) => entry.includes("Breaking"));
  return changes.filter((change) => !breaks.some((entry) => entry.includes(`\`${change.split(":", 1)[0]}\``)));
}

function lastReleased(): OpenApi {
  const [, version = "none"] = /^## \[(\d+\.\d+\.\d+)\]/m.exec(changelog) ?? [];
  const file = path.join(rootDirectory, "tests/fixtures/openapi", `${version}.json`);
  if (!existsSync(file)) throw new Error(`There is no ${file}: scripts/keepOpenApi.ts writes it with a release.`);
  return JSON.parse(readFileSync(file, "utf8")) as OpenApi;
}

it("nothing breaks the clients of the last release, unless CHANGELOG.md announces it", () => {
  const changes = breakingChanges(lastReleased(), document as unknown as OpenApi);
  expect(unannounced(changes, changelog)).toEqual([]);
});

it("an entry must say that it breaks something, and name the operation", () => {
  const changes = ["POST /api/v1/runs/start: the field name of the request is gone"];
  const entryOf = (words: string) => `# Changelog\n\n## [Unreleased]\n\n- Other.\n- ${words}\n\n## [0.1.0]\n`;
  expect(unannounced(changes, entryOf("Breaking: `POST /api/v1/runs/start` takes no name."))).toEqual([]);
  for (const words of ["`POST /api/v1/runs/start` takes no name.", "Breaking: runs have no name.", "Nothing."]) {
    expect(unannounced(changes, entryOf(words))).toEqual(changes);
  }
});
