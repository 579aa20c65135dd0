// The results of a command's checks and tests, by name, printed last: often only the end of a long output is kept. They
// are also written to a file, so that CI, which runs two commands, can print at its own end what failed in either.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "./settings";

export interface Step {
  title: string;
  passed: boolean;
  seconds: number;
}

export interface Summary {
  steps: readonly Step[];
  /** For each failed test: its file, its name, and the first line of the error. */
  failures: readonly string[];
  /** Failures of a first try, whose files were tried once more. */
  secondTries: readonly string[];
  /** Test files that were left out, since the time was over. */
  leftOut?: readonly string[];
  /** Programs that tests need and that could not be installed. */
  missingTools?: readonly string[];
  passedTests: number;
}

export type TestCommand = "test" | "proofs";

const buildDirectory = path.join(rootDirectory, ".build");
const fileOf = (command: TestCommand): string => path.join(buildDirectory, `${command}.summary.json`);

/** Called when a command starts, so that the results of an earlier run are not taken for its own. */
export function forgetSummary(command: TestCommand): void {
  rmSync(fileOf(command), { force: true });
}

export function keepSummary(command: TestCommand, summary: Summary): void {
  mkdirSync(buildDirectory, { recursive: true });
  writeFileSync(fileOf(command), JSON.stringify(summary));
}

/** Reads the results. A command that wrote none has failed. */
export function readSummary(command: TestCommand): Summary {
  const file = fileOf(command);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Summary;
  const title = `${command}, which did not finish`;
  return { steps: [{ title, passed: false, seconds: 0 }], failures: [title], secondTries: [], passedTests: 0 };
}

/** Prints the results. The last line has the number of tests. */
export function printSummary({
  steps,
  failures,
  secondTries,
  leftOut = [],
  missingTools = [],
  passedTests,
}: Summary): void {
  console.log("\n== Summary");
  for (const { title, passed, seconds } of steps) {
    console.log(`${passed ? "passed" : "FAILED"}  ${seconds.toFixed(1).padStart(6)} s  ${title}`);
  }
  for (const failure of secondTries) console.log(`tried twice: ${failure}`);
  for (const file of leftOut) console.log(`left out, since the time was over: ${file}`);
  for (const failure of failures) console.log(`failed: ${failure}`);
  for (const tool of missingTools) console.log(`could not be installed by .ci/${tool}: tests that need it have failed`);
  console.log(`${passedTests} passed, ${failures.length} failed`);
}
