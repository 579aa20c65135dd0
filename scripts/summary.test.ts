import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { rootDirectory } from "./settings";
import { printSummary } from "./summary";

it("the last lines of CI say what failed and which tools are missing, and then the number of tests", () => {
  const lines: unknown[] = [];
  const print = vi.spyOn(console, "log").mockImplementation((line) => void lines.push(line));
  onTestFinished(() => print.mockRestore());
  const steps = [{ title: "Proofs", passed: false, seconds: 61.23 }];
  printSummary({ steps, failures: ["a.test.ts > x"], secondTries: [], missingTools: ["browser"], passedTests: 3 });
  expect(lines.slice(1)).toEqual([
    "FAILED    61.2 s  Proofs",
    "failed: a.test.ts > x",
    "could not be installed by .ci/browser: tests that need it have failed",
    "3 passed, 1 failed",
  ]);
});

it("CI tells its summary which tools it could not install", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "switchyard-ci-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (file: string, ...commands: string[]) =>
    writeFileSync(path.join(folder, file), ["#!/bin/sh", ...commands, ""].join("\n"), { mode: 0o755 });
  for (const name of [".ci", "scripts", "bin"]) mkdirSync(path.join(folder, name));
  cpSync(path.join(rootDirectory, ".ci/run"), path.join(folder, ".ci/run"));
  write(".ci/browser", "exit 100");
  write(".ci/bubblewrap", "exit 0");
  write(".ci/metricsParser", "exit 100");
  write(".ci/shells", "exit 0");
  write("bin/npm", "exit 1");
  write("scripts/node.sh", 'echo "$@"', "exit 7");
  const env = { ...process.env, PATH: `${path.join(folder, "bin")}:${process.env["PATH"]}` };
  const { stdout, status } = spawnSync(path.join(folder, ".ci/run"), { env, encoding: "utf8" });
  expect(stdout).toBe("scripts/bootstrap.mjs scripts/ciSummary.ts browser metricsParser\n");
  expect(status).toBe(7);
});
