// The OpenAPI document is right by the rules of a linter that is not ours, examples included.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rootDirectory } from "../scripts/settings";

const document = path.join(rootDirectory, "convex/openapi/document.json");

/** How much the linter finds in a file, by its `recommended` rules. */
async function problemsIn(file: string): Promise<unknown> {
  const program = path.join(rootDirectory, "node_modules/@redocly/cli/bin/cli.js");
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const args = [program, "lint", "--format=json", "--extends=recommended", file];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env, maxBuffer: 50_000_000 }, (_error, stdout) => resolve(stdout));
  });
  const { totals } = JSON.parse(output) as { totals: { errors: number; warnings: number } };
  return { errors: totals.errors, warnings: totals.warnings };
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-openapi-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

it("has no error and no warning", async () => {
  expect(await problemsIn(document)).toEqual({ errors: 0, warnings: 0 });
});

it("would have one: an example of another type, and an operation without a summary", async () => {
  const text = readFileSync(document, "utf8");
  const wrong = path.join(folder, "wrong.json");
  writeFileSync(wrong, text.replace(/"hasMore": (true|false)/, '"hasMore": "no"').replace(/"summary": "[^"]*",/, ""));
  expect(await problemsIn(wrong)).not.toEqual({ errors: 0, warnings: 0 });
});
