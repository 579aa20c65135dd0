// `npm run bench:scale` measures whether requests take longer when there is more data. Services with different numbers
// of runs and projects serve at the same time, and each request goes to all of them in turn, so that other work of the
// machine affects all of them. docs/performance.md explains the figures.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { asksForHelp } from "../scripts/help";
import { startScaled } from "./scaleFill";
import type { Scaled } from "./scaleFill";
import { operationsOn } from "./scaleOperations";
import { stopAll } from "./servers";
import { quantile } from "./spread";

const usage = `Usage: npm run bench:scale -- [options]
  --sizes N,N      numbers of runs, the smallest first; 1000,100000,1000000 unless given
  --projects N     how many projects there are beside at the largest size, and in proportion at others; 2000 unless given
  --requests N     how often each operation is measured; 300 unless given
  --quick          the same as --sizes 1000,20000 --projects 200 --requests 100`;

/** The growth of an operation's time, against the smallest size, that is not marked. */
const maxGrowth = 0.15;

interface Options {
  sizes: number[];
  projects: number;
  requests: number;
}

async function main(): Promise<void> {
  if (asksForHelp(process.argv.slice(2))) return console.log(usage);
  const { sizes, projects, requests } = readOptions();
  const largest = sizes.at(-1) ?? 0;
  const directory = mkdtempSync(path.join(tmpdir(), "switchyard-scale-"));
  try {
    const all: Scaled[] = [];
    for (const size of sizes) all.push(await startScaled(directory, size, Math.ceil((projects * size) / largest)));
    print(all, await measure(all, requests));
  } finally {
    await stopAll();
    rmSync(directory, { recursive: true });
  }
}

function readOptions(): Options {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: { sizes: text, projects: text, requests: text, quick: { type: "boolean" } },
  });
  const { sizes = values.quick ? "1000,20000" : "1000,100000,1000000" } = values;
  return {
    sizes: sizes.split(",").map(Number),
    projects: Number(values.projects ?? (values.quick ? 200 : 2000)),
    requests: Number(values.requests ?? (values.quick ? 100 : 300)),
  };
}

/** The times of an operation in milliseconds, for each service. */
type Times = Map<string, number[][]>;

async function measure(all: readonly Scaled[], requests: number): Promise<Times> {
  const operations = await Promise.all(all.map(operationsOn));
  const times: Times = new Map(operations[0]?.map(({ title }) => [title, all.map((): number[] => [])]));
  // Rounds that do not count compile the code and fill the caches.
  const warmUp = Math.ceil(requests / 3);
  for (let round = 0; round < warmUp + requests; round++) {
    for (const [index, title] of [...times.keys()].entries()) {
      for (let turn = 0; turn < all.length; turn++) {
        // Each round begins with another service.
        const service = (round + turn) % all.length;
        const startedAt = performance.now();
        await operations[service]?.[index]?.once(round);
        if (round >= warmUp) times.get(title)?.[service]?.push(performance.now() - startedAt);
      }
    }
  }
  return times;
}

function print(all: readonly Scaled[], times: Times): void {
  const columns = all.map(({ runs }) => `${runs} runs`.padStart(16));
  console.log(`\n${"ms, p25 / p50".padEnd(36)}${columns.join("")}    growth of the p25`);
  for (const [title, ofServices] of times) console.log(rowOf(title, ofServices));
  const line = (name: string, of: (scaled: Scaled) => string) =>
    console.log(`${name.padEnd(36)}${all.map((scaled) => of(scaled).padStart(16)).join("")}`);
  line("other projects", ({ projects }) => String(projects));
  line("ready after, s", ({ product }) => product.secondsToReady.toFixed(2));
  line("resident when ready, MB", ({ product }) => product.residentMegabytes.toFixed(0));
  line("resident now, MB", ({ product }) => product.usage().residentMegabytes.toFixed(0));
}

function rowOf(title: string, ofServices: readonly number[][]): string {
  const quarter = (times: readonly number[] = []) => quantile(times, 0.25);
  const smallest = quarter(ofServices[0]);
  const figures = ofServices.map((times) =>
    `${quarter(times).toFixed(2)} / ${quantile(times, 0.5).toFixed(2)}`.padStart(16),
  );
  const growths = ofServices.slice(1).map((times) => quarter(times) / smallest - 1);
  const marks = growths.map((growth) => `${growth >= 0 ? "+" : ""}${(growth * 100).toFixed(0)} %`.padStart(8));
  const verdict = growths.some((growth) => growth > maxGrowth) ? `  more than ${maxGrowth * 100} %` : "";
  return `${title.padEnd(36)}${figures.join("")}${marks.join("")}${verdict}`;
}

await main();
