// tests/speeds.ts names only existing files, and each once. Otherwise a renamed file would silently move to the other
// command.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { rootDirectory } from "../scripts/settings";
import { alone, onTheEngineAtOnce, startPrograms, together, withProcesses } from "./speeds";

const named = [
  ...alone,
  ...withProcesses,
  ...together,
  ...onTheEngineAtOnce.map((name) => `tests/http/${name}.test.ts`),
  ...startPrograms.map((pattern) => pattern.replace("**/*.test.ts", "")),
];

it("every listed file exists", () => {
  expect(named.filter((file) => !existsSync(path.join(rootDirectory, file)))).toEqual([]);
});

it("no file is listed twice", () => {
  expect(named).toHaveLength(new Set(named).size);
});

it("every file of tests/proofs is listed", () => {
  const proofs = readdirSync(path.join(rootDirectory, "tests/proofs")).filter((name) => name.endsWith(".test.ts"));
  expect(proofs.length).toBeGreaterThan(10);
  expect(proofs.map((name) => `tests/proofs/${name}`).filter((file) => !named.includes(file))).toEqual([]);
});
