// The version of a release is in package.json of the repository. Everything else that says it must say the same.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import document from "../convex/openapi/document.json";
import { version as served } from "../convex/health/version";
import { version } from "../package.json";
import { version as reported } from "../packages/runner/src/http/identity";
import { packageNames } from "./packing";
import { rootDirectory } from "./settings";

const read = (file: string) => readFileSync(path.join(rootDirectory, file), "utf8");

it("the service, its document and what a runner reports have the version of the repository", () => {
  expect({ served, reported }).toEqual({ served: version, reported: version });
  expect(document).toMatchObject({ info: { version } });
});

it("every package has it, also in the lock file", () => {
  const lock = JSON.parse(read("package-lock.json")) as { version: string; packages: Record<string, object> };
  const places = ["", ...packageNames.map((name) => `packages/${name}`)];
  for (const place of places) {
    expect(JSON.parse(read(path.join(place, "package.json")))).toMatchObject({ version });
    expect(lock.packages[place]).toMatchObject({ version });
  }
  expect(lock.version).toBe(version);
});

it("CHANGELOG.md and the front page name it, and the documents name its files", () => {
  expect(/^## \[\d.*$/m.exec(read("CHANGELOG.md"))?.[0]).toMatch(
    new RegExp(`^## \\[${version}\\] - \\d{4}-\\d\\d-\\d\\d$`),
  );
  expect(read("README.md")).toContain(`Version ${version}: `);
  const pages = ["packages/cli/README.md", "packages/runner/README.md", "docs/teams.md", "docs/operations.md"];
  const named = pages.flatMap((page) => Array.from(read(page).matchAll(/switchyard-\w+-(\d[\d.]*\d)\.tgz/g)));
  expect(named.length).toBeGreaterThan(2);
  expect(new Set(named.map(([, found]) => found))).toEqual(new Set([version]));
});

it("its OpenAPI document is kept, with which later ones are compared", () => {
  expect(existsSync(path.join(rootDirectory, "tests/fixtures/openapi", `${version}.json`))).toBe(true);
});
