// `npm run proofs`: the tests that `npm test` leaves out, since they take too long for every day: floods, power cuts,
// contention, hours of load. tests/speeds.ts lists them. `--long` runs their long forms. Any other argument selects
// files by a part of their path.
import { asksForHelp } from "./help";
import { runChecks, runTests, type Check } from "./testRun";

const usage = `Usage: npm run proofs -- [--long | --web] [name ...]
  --long   their long forms, which take hours
  --web    those that drive a real browser, and no others
  name     only the files whose path contains it, such as hostile`;

interface Group {
  title: string;
  projects: readonly string[];
  /** Each part is a step of its own in the summary. CI begins none after its time. */
  parts: number;
}

const groups: readonly Group[] = [
  {
    title: "Proofs of REST on the engine, and generated ones",
    projects: ["proofs-engine", "proofs-together", "proofs-cases"],
    parts: 2,
  },
  { title: "Proofs with processes", projects: ["proofs-processes"], parts: 7 },
  { title: "Proofs that run alone", projects: ["proofs-alone"], parts: 2 },
  { title: "Proofs in a browser", projects: ["proofs-web"], parts: 4 },
];
const dayMs = 24 * 60 * 60 * 1000;

async function main(args: string[]): Promise<void> {
  if (asksForHelp(args)) return console.log(usage);
  if (args.includes("--long")) process.env["PROOFS"] = "long";
  const filters = args.filter((arg) => arg !== "--long" && arg !== "--web");
  const chosen = groups.filter(({ projects }) => !args.includes("--web") || projects.includes("proofs-web"));
  await runChecks("proofs", filters.length === 0 ? fromTodays(chosen.flatMap(partsOf)) : [selected(chosen, filters)]);
}

function partsOf({ title, projects, parts }: Group): Check[] {
  return Array.from({ length: parts }, (_, index) => {
    const part = `${index + 1}/${parts}`;
    return { title: `${title} ${part}`, run: () => runTests(projects, [`--shard=${part}`]) };
  });
}

/** Begins with another part each day. Otherwise a machine that is too slow for all would always leave the same out. */
function fromTodays(parts: Check[]): Check[] {
  const first = Math.floor(Date.now() / dayMs) % parts.length;
  return [...parts.slice(first), ...parts.slice(0, first)];
}

function selected(chosen: readonly Group[], filters: readonly string[]): Check {
  const projects = chosen.flatMap((group) => group.projects);
  return { title: "Proofs", run: () => runTests(projects, filters) };
}

await main(process.argv.slice(2));
