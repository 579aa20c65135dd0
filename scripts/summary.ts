// What the checks and tests of a command came to, by name: the end of a long output is what is left of it in many
// places. It is kept as well, so that CI, which runs two commands, can say at its own end what failed in either.
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
  /** Of tests: where, which, and the first line of what was wrong. */
  failures: readonly string[];
  passedTests: number;
}

export type TestCommand = "test" | "proofs";

const buildDirectory = path.join(rootDirectory, ".build");
const fileOf = (command: TestCommand): string => path.join(buildDirectory, `${command}.summary.json`);

/** At a command's start, so that what an earlier run came to is not taken for this one's. */
export function forgetSummary(command: TestCommand): void {
  rmSync(fileOf(command), { force: true });
}

export function keepSummary(command: TestCommand, summary: Summary): void {
  mkdirSync(buildDirectory, { recursive: true });
  writeFileSync(fileOf(command), JSON.stringify(summary));
}

/** A command that said nothing has failed. */
export function readSummary(command: TestCommand): Summary {
  const file = fileOf(command);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Summary;
  const title = `${command}, which did not come to its end`;
  return { steps: [{ title, passed: false, seconds: 0 }], failures: [title], passedTests: 0 };
}

/** The last line is the count of tests. */
export function printSummary({ steps, failures, passedTests }: Summary): void {
  console.log("\n== Summary");
  for (const { title, passed, seconds } of steps) {
    console.log(`${passed ? "passed" : "FAILED"}  ${seconds.toFixed(1).padStart(6)} s  ${title}`);
  }
  for (const failure of failures) console.log(`failed: ${failure}`);
  console.log(`${passedTests} passed, ${failures.length} failed`);
}
