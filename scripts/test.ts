// `npm test`: every check, and the fast tests. tests/speeds.ts lists the tests that `npm run proofs` runs instead.
import { projectsOfEveryDay } from "../tests/speeds";
import { asksForHelp } from "./help";
import { runChecks, runTests, succeeds, type Check } from "./testRun";

const args = process.argv.slice(2);
const usage = `Usage: npm test [-- <part of a path>...]
Runs every check and the tests that are fast, or those of them whose paths have such a part; npm run proofs has the others.
For one file without the checks: npx vitest run <path>.`;

const checks = [
  program("Types", "node_modules/typescript/bin/tsc", "--noEmit"),
  program("Lint", "node_modules/oxlint/bin/oxlint", "--deny-warnings"),
  program("Format", "node_modules/oxfmt/bin/oxfmt", "--check"),
  program("Unused files, exports and dependencies", "node_modules/knip/bin/knip.js"),
  program("Generated code", "scripts/run.mjs", "scripts/codegen.ts"),
  program("Edge budget", "scripts/run.mjs", "scripts/edgeBudget.ts"),
  { title: "Tests", run: () => runTests(projectsOfEveryDay, args) },
];

/** A check that runs a file with Node. `file` is a path below the root. */
function program(title: string, file: string, ...args: string[]): Check {
  return { title, run: () => succeeds([file, ...args]) };
}

if (asksForHelp(args)) console.log(usage);
else await runChecks("test", checks);
