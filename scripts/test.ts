// `npm test`: every check, and the tests that are fast. tests/speeds.ts says which ones `npm run proofs` runs instead.
import { runChecks, runTests, succeeds, type Check } from "./testRun";

/** `file` is below the root; Node runs it. */
function program(title: string, file: string, ...args: string[]): Check {
  return { title, run: () => succeeds([file, ...args]) };
}

await runChecks("test", [
  program("Types", "node_modules/typescript/bin/tsc", "--noEmit"),
  program("Lint", "node_modules/oxlint/bin/oxlint", "--deny-warnings"),
  program("Format", "node_modules/oxfmt/bin/oxfmt", "--check"),
  program("Unused files, exports and dependencies", "node_modules/knip/bin/knip.js"),
  program("Generated code", "scripts/run.mjs", "scripts/codegenCheck.ts"),
  program("Edge budget", "scripts/run.mjs", "scripts/edgeBudget.ts"),
  { title: "Tests", run: () => runTests(["edge", "engine", "node"]) },
]);
