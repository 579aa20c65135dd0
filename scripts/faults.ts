// `npm run faults`: plants the faults of tests/faults/faults.ts, one after the other, in a copy of the sources. For
// each it prints whether the tests of `npm test` find it: the likely ones run first, then all others if those do not.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { faults, type Fault } from "../tests/faults/faults";
import { projectsOfEveryDay } from "../tests/speeds";
import { asksForHelp } from "./help";
import { copyTree } from "../tests/support/treeCopy";

const usage = `Usage: npm run faults -- [--likely] [name ...]
  --likely   only the test files that are named beside a fault; without it, all of npm test where those find nothing
  name       only the faults whose names contain it`;

/** Runs these test files, which may be proofs, or all tests of `npm test`. Returns whether they pass. */
function passes(copy: string, files: readonly string[]): boolean {
  const projects = files.length === 0 ? projectsOfEveryDay.map((project) => `--project=${project}`) : [];
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--bail=1", "--silent", "--reporter=dot", ...projects];
  return spawnSync(process.execPath, [...vitest, ...files], { cwd: copy }).status === 0;
}

type Outcome = "found" | "NOT FOUND" | "NOT FOUND by the likely tests" | "CANNOT BE PLANTED";

function tryFault(copy: string, { file, find, replace, likely }: Fault, likelyOnly: boolean): Outcome {
  const place = path.join(copy, file);
  const source = readFileSync(place, "utf8");
  if (source.split(find).length !== 2) return "CANNOT BE PLANTED";
  writeFileSync(
    place,
    source.replace(find, () => replace),
  );
  try {
    if (!passes(copy, likely)) return "found";
    if (likelyOnly) return "NOT FOUND by the likely tests";
    return passes(copy, []) ? "NOT FOUND" : "found";
  } finally {
    writeFileSync(place, source);
  }
}

/** Plants each fault, and returns how many of them the tests find. */
function tryFaults(copy: string, chosen: readonly Fault[], likelyOnly: boolean): number {
  const likelyFiles = [...new Set(chosen.flatMap(({ likely }) => likely))];
  // Without this check a test that always fails would count as one that finds the fault.
  if (!passes(copy, likelyFiles)) throw new Error(`Tests fail without any fault: ${likelyFiles.join(", ")}`);
  let found = 0;
  for (const fault of chosen) {
    const outcome = tryFault(copy, fault, likelyOnly);
    if (outcome === "found") found += 1;
    console.log(`${outcome}: ${fault.name}`);
  }
  return found;
}

function main(args: string[]): void {
  if (asksForHelp(args)) return console.log(usage);
  const parts = args.filter((arg) => arg !== "--likely");
  const chosen = faults.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
  const copy = copyTree("faults");
  try {
    const found = tryFaults(copy, chosen, args.includes("--likely"));
    console.log(`${found} of ${chosen.length} found`);
    // One fault in twenty may be one that only the proofs find.
    if (found < chosen.length * 0.95) process.exitCode = 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

main(process.argv.slice(2));
