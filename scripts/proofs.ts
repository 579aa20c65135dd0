// `npm run proofs`: the tests of `tests/proofs/`, which take minutes and try what no developer wants to wait for: floods,
// power cuts, contention, hours of load. `--long` runs their long forms; any other argument is a filter of files.
import { printFailures, runTests } from "./testRun";

const args = process.argv.slice(2);
if (args.includes("--long")) process.env.PROOFS = "long";
const passed = await runTests(
  ["proofs"],
  args.filter((arg) => arg !== "--long"),
);
if (!passed) process.exitCode = 1;
printFailures();
