// Runs vitest and the other checks as separate processes, and reads the failed tests from vitest's report.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
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

const buildDirectory = path.join(rootDirectory, ".build");

/** The reports of one run of tests, and of the second try of the files that failed there. */
interface Reports {
  first: string;
  second: string;
}

/** Those of this command, which may run tests several times. */
const written: Reports[] = [];

/** When more files fail than this, it is not because the machine was busy. */
const maxSecondTries = 5;

/** Runs all checks one after the other, even when one fails, then prints what failed. */
export async function runChecks(command: TestCommand, checks: readonly Check[]): Promise<void> {
  forgetSummary(command);
  removeOldReports();
  const steps = await performUntil(Number(process.env["CHECKS_UNTIL"] ?? Infinity) * 1000, checks);
  const summary = { steps, ...readReports() };
  keepSummary(command, summary);
  printSummary(summary);
  if (steps.some(({ outcome }) => outcome === "failed")) process.exitCode = 1;
}

/** No check begins after that time. CI ends what takes too long, and then nobody would learn what the others found. */
export async function performUntil(untilMs: number, checks: readonly Check[]): Promise<Step[]> {
  const steps: Step[] = [];
  for (const { title, run } of checks) {
    steps.push(Date.now() < untilMs ? await stepOf(title, run) : { title, outcome: "not run", seconds: 0 });
  }
  return steps;
}

async function stepOf(title: string, run: Check["run"]): Promise<Step> {
  console.log(`\n== ${title}`);
  const startedAt = performance.now();
  const outcome = (await run()) ? "passed" : "failed";
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`-- ${title}: ${outcome} in ${seconds.toFixed(1)} s`);
  return { title, outcome, seconds };
}

function removeOldReports(): void {
  mkdirSync(buildDirectory, { recursive: true });
  const isReport = (name: string) => /^vitest\..*json$/.test(name);
  for (const name of readdirSync(buildDirectory).filter(isReport)) rmSync(path.join(buildDirectory, name));
}

/**
 * Runs tests. `projects` are names from vitest.config.ts; `args` go to vitest unchanged. The machine is shared, so
 * files that fail beside others are tried once more by themselves. The summary names what only passed then.
 */
export async function runTests(projects: readonly string[], args: readonly string[] = []): Promise<boolean> {
  const name = path.join(buildDirectory, `vitest.${written.length + 1}`);
  const { first, second } = { first: `${name}.json`, second: `${name}.second.json` };
  written.push({ first, second });
  if (await runVitest(first, projects, args)) return true;
  const failed = filesIn(first).filter(({ status }) => status === "failed");
  if (failed.length === 0 || failed.length > maxSecondTries) return false;
  console.log(`\n-- Failed test files: ${failed.length}. They are tried once more, one after the other.`);
  const others = args.filter((arg) => !arg.startsWith("--shard"));
  return await runVitest(second, projects, ["--maxWorkers=1", ...others, ...failed.map((file) => file.name)]);
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

function readReports(): Omit<Summary, "steps"> {
  const all = written.map(readReport);
  return {
    passedTests: all.reduce((sum, { passedTests }) => sum + passedTests, 0),
    failures: all.flatMap(({ failures }) => failures),
    secondTries: all.flatMap(({ secondTries }) => secondTries),
  };
}

function readReport({ first, second }: Reports): Omit<Summary, "steps"> {
  if (!existsSync(first)) return { passedTests: 0, failures: ["vitest wrote no report"], secondTries: [] };
  const files = filesIn(first);
  const passedTests = files.flatMap(({ assertionResults }) => assertionResults).filter(hasPassed).length;
  const failures = files.flatMap(failuresOf);
  if (!existsSync(second)) return { passedTests, failures, secondTries: [] };
  const failedAgain = filesIn(second).flatMap(failuresOf);
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
