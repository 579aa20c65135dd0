// Runs vitest and the other checks as separate processes, and reads the failed tests from vitest's report.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
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

const report = path.join(rootDirectory, ".build/vitest.json");

/** Runs all checks one after the other, even when one fails, then prints what failed. */
export async function runChecks(command: TestCommand, checks: readonly Check[]): Promise<void> {
  forgetSummary(command);
  rmSync(report, { force: true });
  const steps: Step[] = [];
  for (const { title, run } of checks) {
    console.log(`\n== ${title}`);
    const startedAt = performance.now();
    const passed = await run();
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(`-- ${title}: ${passed ? "passed" : "FAILED"} in ${seconds.toFixed(1)} s`);
    steps.push({ title, passed, seconds });
  }
  const summary = { steps, ...readReport() };
  keepSummary(command, summary);
  printSummary(summary);
  if (steps.some(({ passed }) => !passed)) process.exitCode = 1;
}

/** Runs tests. `projects` are names from vitest.config.ts; `args` go to vitest unchanged. */
export async function runTests(projects: readonly string[], args: readonly string[] = []): Promise<boolean> {
  return await succeeds([
    "node_modules/vitest/vitest.mjs",
    "run",
    ...projects.map((project) => `--project=${project}`),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
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

/** Reads vitest's report. A test file that does not load has no failed test in it, and counts as one failure. */
function readReport(): Pick<Summary, "failures" | "passedTests"> {
  if (!existsSync(report)) return { passedTests: 0, failures: ["vitest wrote no report"] };
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    numPassedTests: number;
    testResults: TestFile[];
  };
  return { passedTests: numPassedTests, failures: testResults.flatMap(failuresOf) };
}

/** Describes each failed test of a file, with the first line of its error. */
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
