// Compares every figure of this checkout with another checkout, usually an earlier version. Each figure is measured
// on both in turn, and the median of the rounds counts, because a shared machine never behaves the same twice. Each
// round has processes of its own: two processes of the same code can differ by a fifth for as long as they live.
import path from "node:path";
import { rootDirectory } from "../scripts/settings";
import { cases } from "./cases";
import type { Case, Side } from "./cases";
import { fillProduct } from "./fill";
import { measureLive } from "./live";
import type { LiveFigures } from "./live";
import { measureInTurn, ratioOf, spreadIn } from "./rounds";
import type { Effort, Round } from "./rounds";
import { startProduct, startSmallEngine } from "./servers";
import type { Product } from "./servers";

/** The smallest acceptable ratio of a figure to its earlier value. */
const shareKept = 0.95;

interface Version extends Side {
  product: Product;
}

interface Figure {
  title: string;
  value: number;
  /** More is better for rates; less is better for times and sizes. */
  better: "more" | "less";
}

export async function compareVersions(directory: string, earlier: string, only: RegExp, effort: Effort): Promise<void> {
  const versions: [Version, Version] = [
    await start(path.join(directory, "now"), rootDirectory),
    await start(path.join(directory, "before"), earlier),
  ];
  const starts: [Figure[][], Figure[][]] = [[], []];
  const restart = async (): Promise<readonly Version[]> => {
    for (const index of [0, 1] as const) {
      versions[index] = await restarted(versions[index]);
      starts[index].push(startFigures(versions[index].product));
    }
    return versions;
  };
  console.log(`${"".padEnd(52)}${"now".padStart(10)}${"before".padStart(10)}${"ratio".padStart(8)}`);
  for (const entry of cases.filter(({ title }) => only.test(title))) {
    printCase(entry, ...(await measureAnew(entry, restart, effort)));
  }
  if (only.test("live")) {
    const [now = [], before = []] = await liveInTurn(directory, [rootDirectory, earlier], effort);
    printMedians(now, before);
  }
  if (only.test("start")) {
    while (starts[0].length < effort.rounds) await restart();
    printMedians(...starts);
  }
}

async function start(directory: string, checkout: string): Promise<Version> {
  const product = await startProduct(path.join(directory, "product"), checkout);
  const small = await startSmallEngine(path.join(directory, "small"), checkout);
  const filled = await fillProduct(product);
  return { ...product, ...filled, name: checkout, url: product.httpUrl, small, product };
}

async function restarted(version: Version): Promise<Version> {
  const product = await version.product.restart();
  return { ...version, url: product.httpUrl, usage: product.usage, product };
}

/** Returns the rounds now and before. */
async function measureAnew(entry: Case, restart: () => Promise<readonly Version[]>, effort: Effort) {
  const measured: [now: Round[], before: Round[]] = [[], []];
  for (let round = 0; round < effort.rounds; round++) {
    const contestants = (await restart()).map((version) => entry.on(version));
    const [now = [], before = []] = await measureInTurn(contestants, { ...effort, rounds: 1 });
    measured[0].push(...now);
    measured[1].push(...before);
  }
  return measured;
}

/** The ratios of the rounds also show how much they differ, which tells noise from a change. */
function printCase({ title, compared }: Case, now: readonly Round[], before: readonly Round[]): void {
  const unit = compared === "perSecond" ? "per second" : "p50 ms";
  const better = compared === "perSecond" ? "more" : "less";
  const { least, most } = better === "more" ? ratioOf(now, before, compared) : ratioOf(before, now, compared);
  const [value, valueBefore] = [spreadIn(now, compared).median, spreadIn(before, compared).median];
  printRow({ title: `${title}, ${unit}`, value, better }, valueBefore, `  ${least.toFixed(2)}..${most.toFixed(2)}`);
  const cpu = { title: "  CPU ms each", value: spreadIn(now, "cpuMsEach").median, better: "less" } as const;
  printRow(cpu, spreadIn(before, "cpuMsEach").median);
}

function liveFigures({ delays, kilobytesPerIdle, writesPerSecond }: LiveFigures): Figure[] {
  return [
    ...delays.map(({ subscribers, queries, p50Ms }): Figure => {
      return { title: `live, ${subscribers} of ${queries} queries, p50 ms`, value: p50Ms, better: "less" };
    }),
    { title: "an idle subscriber, kB", value: kilobytesPerIdle, better: "less" },
    { title: "writes per second", value: writesPerSecond.without, better: "more" },
    { title: "writes per second, 1,000 watch other values", value: writesPerSecond.withIdle, better: "more" },
    { title: "writes per second, 1,000 watch these values", value: writesPerSecond.withWatching, better: "more" },
  ];
}

function startFigures({ secondsToReady, residentMegabytes }: Product): Figure[] {
  return [
    { title: "npm start, nothing changed, s", value: secondsToReady, better: "less" },
    { title: "resident memory afterwards, MB", value: residentMegabytes, better: "less" },
  ];
}

/**
 * Each round has new engines. An engine that has served a round has free memory left for the subscribers of the next,
 * and its counters are already beyond the values for which they wait.
 */
async function liveInTurn(directory: string, checkouts: readonly string[], effort: Effort): Promise<Figure[][][]> {
  const measured: Figure[][][] = checkouts.map(() => []);
  for (let round = 0; round < effort.rounds; round++) {
    for (const [index, checkout] of checkouts.entries()) {
      const engine = await startSmallEngine(path.join(directory, `live-${index}-${round}`), checkout);
      measured[index]?.push(liveFigures(await measureLive(engine, effort.seconds)));
    }
  }
  return measured;
}

function printMedians(ofNow: Figure[][], ofBefore: Figure[][]): void {
  const earlier = medians(ofBefore);
  for (const [index, figure] of medians(ofNow).entries()) printRow(figure, earlier[index]?.value ?? Number.NaN);
}

function medians(rounds: Figure[][]): Figure[] {
  return (rounds[0] ?? []).map(({ title, better }, index) => {
    const sorted = rounds.map((figures) => figures[index]?.value ?? Number.NaN).toSorted((a, b) => a - b);
    return { title, better, value: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN };
  });
}

function printRow({ title, value, better }: Figure, before: number, range = ""): void {
  const ratio = better === "more" ? value / before : before / value;
  const shown = (number: number) => number.toFixed(number < 100 ? 2 : 0).padStart(10);
  const judged = ratio >= shareKept ? "" : `  below ${shareKept}`;
  console.log(`${title.padEnd(52)}${shown(value)}${shown(before)}${ratio.toFixed(2).padStart(8)}${range}${judged}`);
}
