// `npm run proofs`: the tests that `npm test` leaves out, by tests/speeds.ts, and those of `tests/proofs/`, which try what no
// developer wants to wait for: floods, power cuts, contention, hours of load. `--long` runs their long forms; any other
// argument is a filter of files.
import { runChecks, runTests } from "./testRun";

const args = process.argv.slice(2);
if (args.includes("--long")) process.env["PROOFS"] = "long";
const filters = args.filter((arg) => arg !== "--long");
const projects = ["proofs-engine", "proofs-together", "proofs-alone"];

await runChecks("proofs", [{ title: "Proofs", run: () => runTests(projects, filters) }]);
