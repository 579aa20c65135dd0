// `npm test`: every check, one after the other, all of them even when one fails. The last line is vitest's count.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "./settings";

interface Check {
  title: string;
  /** A file for Node to run, below the root, and its arguments. */
  command: [string, ...string[]];
}

/** What vitest's report says of one. */
interface TestFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

const report = path.join(rootDirectory, ".build/vitest.json");

const checks: Check[] = [
  { title: "Types", command: ["node_modules/typescript/bin/tsc", "--noEmit"] },
  { title: "Lint", command: ["node_modules/oxlint/bin/oxlint", "--deny-warnings"] },
  { title: "Format", command: ["node_modules/oxfmt/bin/oxfmt", "--check"] },
  { title: "Unused files, exports and dependencies", command: ["node_modules/knip/bin/knip.js"] },
  { title: "Generated code", command: ["scripts/run.mjs", "scripts/codegenCheck.ts"] },
  { title: "Edge budget", command: ["scripts/run.mjs", "scripts/edgeBudget.ts"] },
  {
    title: "Tests",
    command: [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
  },
];

async function main(): Promise<void> {
  rmSync(report, { force: true });
  const results: { title: string; passed: boolean; seconds: string }[] = [];
  for (const { title, command } of checks) {
    console.log(`\n== ${title}`);
    const startedAt = performance.now();
    const passed = await succeeds(command);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`-- ${title}: ${passed ? "passed" : "FAILED"} in ${seconds} s`);
    results.push({ title, passed, seconds });
  }
  console.log("\n== Summary");
  for (const { title, passed, seconds } of results) {
    console.log(`${passed ? "passed" : "FAILED"}  ${seconds.padStart(6)} s  ${title}`);
  }
  if (results.some(({ passed }) => !passed)) process.exitCode = 1;
  const { passed, failures } = readReport();
  for (const failure of failures) console.log(`failed: ${failure}`);
  console.log(`${passed} passed, ${failures.length} failed`);
}

function succeeds([file, ...args]: [string, ...string[]]): Promise<boolean> {
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

/** With the first line of what was wrong: the end of a long output is what is left of it in many places. */
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

await main();
