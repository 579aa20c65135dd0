// `npm test`: every check, one after the other, all of them even when one fails. The last line is vitest's count.
import { printFailures, runTests, succeeds } from "./testRun";

interface Check {
  title: string;
  run: () => Promise<boolean>;
}

const checks: Check[] = [
  program("Types", "node_modules/typescript/bin/tsc", "--noEmit"),
  program("Lint", "node_modules/oxlint/bin/oxlint", "--deny-warnings"),
  program("Format", "node_modules/oxfmt/bin/oxfmt", "--check"),
  program("Unused files, exports and dependencies", "node_modules/knip/bin/knip.js"),
  program("Generated code", "scripts/run.mjs", "scripts/codegenCheck.ts"),
  program("Edge budget", "scripts/run.mjs", "scripts/edgeBudget.ts"),
  { title: "Tests", run: () => runTests(["node", "edge"]) },
];

/** `file` is below the root; Node runs it. */
function program(title: string, file: string, ...args: string[]): Check {
  return { title, run: () => succeeds([file, ...args]) };
}

async function main(): Promise<void> {
  const results: { title: string; passed: boolean; seconds: string }[] = [];
  for (const { title, run } of checks) {
    console.log(`\n== ${title}`);
    const startedAt = performance.now();
    const passed = await run();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`-- ${title}: ${passed ? "passed" : "FAILED"} in ${seconds} s`);
    results.push({ title, passed, seconds });
  }
  console.log("\n== Summary");
  for (const { title, passed, seconds } of results) {
    console.log(`${passed ? "passed" : "FAILED"}  ${seconds.padStart(6)} s  ${title}`);
  }
  if (results.some(({ passed }) => !passed)) process.exitCode = 1;
  printFailures();
}

await main();
