// `npm run proofs`: the tests that `npm test` leaves out, since they take too long for every day: floods, power cuts,
// contention, hours of load. tests/speeds.ts lists them. `--long` runs their long forms. Any other argument selects
// files by a part of their path.
import { allCasesAtOnce } from "../tests/speeds";
import { asksForHelp } from "./help";
import { runChecks, runTests } from "./testRun";

const usage = `Usage: npm run proofs -- [--long | --web] [name ...]
  --long   their long forms, which take hours
  --web    those that drive a real browser, and no others
  name     only the files whose path contains it, such as hostile`;

const projects = [
  "proofs-engine",
  "proofs-together",
  ...(allCasesAtOnce ? [] : ["proofs-cases"]),
  "proofs-processes",
  "proofs-alone",
  "proofs-web",
];

async function main(args: string[]): Promise<void> {
  if (asksForHelp(args)) return console.log(usage);
  if (args.includes("--long")) process.env["PROOFS"] = "long";
  const filters = args.filter((arg) => arg !== "--long" && arg !== "--web");
  const chosen = args.includes("--web") ? ["proofs-web"] : projects;
  await runChecks("proofs", [{ title: "Proofs", run: () => runTests(chosen, filters) }]);
}

await main(process.argv.slice(2));
