// Runs vitest and says at the end what failed, by name: the end of a long output is what is left of it in many places.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "./settings";

/** What vitest's report says of one. */
interface TestFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

const report = path.join(rootDirectory, ".build/vitest.json");

/** The projects are those of vitest.config.ts; further arguments go to vitest as they are. */
export async function runTests(projects: readonly string[], args: readonly string[] = []): Promise<boolean> {
  rmSync(report, { force: true });
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

/** The last line is the count. */
export function printFailures(): void {
  const { passed, failures } = readReport();
  for (const failure of failures) console.log(`failed: ${failure}`);
  console.log(`${passed} passed, ${failures.length} failed`);
}

/** Runs a file below the root by Node. */
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

/** A test file that does not even load has no failed test in vitest's report; it counts as one. */
function readReport(): { passed: number; failures: string[] } {
  if (!existsSync(report)) return { passed: 0, failures: ["vitest wrote no report"] };
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    numPassedTests: number;
    testResults: TestFile[];
  };
  return { passed: numPassedTests, failures: testResults.flatMap(failuresOf) };
}

/** With the first line of what was wrong. */
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
