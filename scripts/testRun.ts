// Runs vitest and the other checks as separate processes, and reads the failed tests from vitest's report.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { leftOutFile } from "../tests/speeds";
import { rootDirectory } from "./settings";
import { forgetSummary, keepSummary, printSummary, type Step, type Summary, type TestCommand } from "./summary";

export interface Check {
  title: string;
  run: () => Promise<boolean>;
}

/** The part of vitest's report about one file. */
interface TestFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

const report = path.join(rootDirectory, ".build/vitest.json");
const secondReport = path.join(rootDirectory, ".build/vitest.second.json");

/** When more files fail than this, it is not because the machine was busy. */
const maxSecondTries = 5;

/** Runs all checks one after the other, even when one fails, then prints what failed. */
export async function runChecks(command: TestCommand, checks: readonly Check[]): Promise<void> {
  forgetSummary(command);
  for (const file of [report, secondReport, leftOutFile]) rmSync(file, { force: true });
  const steps: Step[] = [];
  for (const { title, run } of checks) {
    console.log(`\n== ${title}`);
    const startedAt = performance.now();
    const passed = await run();
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(`-- ${title}: ${passed ? "passed" : "FAILED"} in ${seconds.toFixed(1)} s`);
    steps.push({ title, passed, seconds });
  }
  const summary = { steps, leftOut: filesLeftOut(), ...readReports() };
  keepSummary(command, summary);
  printSummary(summary);
  if (steps.some(({ passed }) => !passed)) process.exitCode = 1;
}

/**
 * Runs tests. `projects` are names from vitest.config.ts; `args` go to vitest unchanged. The machine is shared, so
 * files that fail beside others are tried once more by themselves. The summary names what only passed then.
 */
export async function runTests(projects: readonly string[], args: readonly string[] = []): Promise<boolean> {
  if (await runVitest(report, projects, args)) return filesLeftOut().length === 0;
  const failed = filesIn(report).filter(({ status }) => status === "failed");
  if (failed.length === 0 || failed.length > maxSecondTries) return false;
  console.log(`\n-- Failed test files: ${failed.length}. They are tried once more, one after the other.`);
  // Otherwise a file that has failed would be left out, and would count as passed.
  delete process.env["PROOFS_END"];
  const passedThen = await runVitest(secondReport, projects, ["--maxWorkers=1", ...failed.map(({ name }) => name)]);
  return passedThen && filesLeftOut().length === 0;
}

async function runVitest(file: string, projects: readonly string[], args: readonly string[]): Promise<boolean> {
  return await succeeds([
    "node_modules/vitest/vitest.mjs",
    "run",
    ...projects.map((project) => `--project=${project}`),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...args,
  ]);
}

/** Runs a file below the root with Node. Returns whether it succeeded. */
export function succeeds([file, ...args]: [string, ...string[]]): Promise<boolean> {
  const child = spawn(process.execPath, [path.join(rootDirectory, file), ...args], {
    cwd: rootDirectory,
    stdio: "inherit",
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0));
  });
}

/** What was not tried has not passed. */
function filesLeftOut(): string[] {
  if (!existsSync(leftOutFile)) return [];
  return readFileSync(leftOutFile, "utf8").trimEnd().split("\n").toSorted();
}

function readReports(): Omit<Summary, "steps"> {
  if (!existsSync(report)) return { passedTests: 0, failures: ["vitest wrote no report"], secondTries: [] };
  const first = filesIn(report);
  const passedTests = first.flatMap(({ assertionResults }) => assertionResults).filter(hasPassed).length;
  const failures = first.flatMap(failuresOf);
  if (!existsSync(secondReport)) return { passedTests, failures, secondTries: [] };
  const failedAgain = filesIn(secondReport).flatMap(failuresOf);
  const passedThen = failures.length - failedAgain.length;
  return { passedTests: passedTests + passedThen, failures: failedAgain, secondTries: failures };
}

function filesIn(file: string): TestFile[] {
  if (!existsSync(file)) return [];
  return (JSON.parse(readFileSync(file, "utf8")) as { testResults: TestFile[] }).testResults;
}

function hasPassed({ status }: { status: string }): boolean {
  return status === "passed";
}

/**
 * Describes each failed test of a file, with the first line of its error. A test file that does not load has no failed
 * test in it, and counts as one failure.
 */
function failuresOf({ name, status, message, assertionResults }: TestFile): string[] {
  if (status !== "failed") return [];
  const file = path.relative(rootDirectory, name);
  const failed = assertionResults.filter(({ status }) => status === "failed");
  if (failed.length === 0) return [`${file}\n  ${firstLine(message)}`];
  return failed.map(({ fullName, failureMessages }) => `${file} > ${fullName}\n  ${firstLine(failureMessages[0])}`);
}

function firstLine(text = ""): string {
  return (text.split("\n", 1)[0] ?? "").slice(0, 300);
}
