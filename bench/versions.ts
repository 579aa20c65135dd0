// Compares every figure of this checkout with another checkout, usually an earlier version. Each figure is measured
// on both in turn, and the median of the rounds counts, because a shared machine never behaves the same twice.
import path from "node:path";
import { rootDirectory } from "../scripts/settings";
import { cases } from "./cases";
import type { Side } from "./cases";
import { measureClaims } from "./claims";
import { fillProduct } from "./fill";
import { measureLive } from "./live";
import type { LiveFigures } from "./live";
import { compare } from "./rounds";
import type { Effort } from "./rounds";
import { startProduct, startSmallEngine } from "./servers";
import type { SmallEngine } from "./servers";

/** The smallest acceptable ratio of a figure to its earlier value. */
const shareKept = 0.95;

interface Version extends Side {
  small: SmallEngine;
  secondsToReady: number;
  residentMegabytes: number;
}

interface Figure {
  title: string;
  value: number;
  /** More is better for rates; less is better for times and sizes. */
  better: "more" | "less";
}

export async function compareVersions(
  directory: string,
  earlier: string,
  only: RegExp,
  effort: Omit<Effort, "connections">,
): Promise<void> {
  const now = await start(path.join(directory, "now"), rootDirectory);
  const before = await start(path.join(directory, "before"), earlier);
  console.log(`${"".padEnd(52)}${"now".padStart(10)}${"before".padStart(10)}${"ratio".padStart(8)}`);
  for (const { title, connections, targetOf } of cases.filter((entry) => only.test(entry.title))) {
    const measured = await compare([targetOf(now), targetOf(before)], { ...effort, connections });
    const [value, valueBefore] = measured.map(({ requestsPerSecond }) => requestsPerSecond);
    printRow(
      { title: `${title}, ${connections} connections, req/s`, value: value ?? 0, better: "more" },
      valueBefore ?? 0,
    );
  }
  const inTurn = (figuresOf: (version: Version) => Promise<Figure[]>) =>
    printInTurn(figuresOf, now, before, effort.rounds);
  if (only.test("claims")) await inTurn(claimFigures);
  if (only.test("live")) await inTurn(async ({ small }) => liveFigures(await measureLive(small, effort.seconds)));
  if (only.test("start")) await inTurn((version) => Promise.resolve(startFigures(version)));
}

async function start(directory: string, checkout: string): Promise<Version> {
  const product = await startProduct(path.join(directory, "product"), checkout);
  const small = await startSmallEngine(path.join(directory, "small"), checkout);
  const filled = await fillProduct(product);
  return { ...product, ...filled, url: product.httpUrl, mutationUrl: small.socketUrl, small };
}

async function claimFigures(version: Version): Promise<Figure[]> {
  const { p50Ms, claimsPerSecond } = await measureClaims(version);
  return [
    { title: "run start to claim, 16 waiting, p50 ms", value: p50Ms, better: "less" },
    { title: "job.claim and job.complete, 16, per second", value: claimsPerSecond, better: "more" },
  ];
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

function startFigures({ secondsToReady, residentMegabytes }: Version): Figure[] {
  return [
    { title: "npm start, nothing changed, s", value: secondsToReady, better: "less" },
    { title: "resident memory afterwards, MB", value: residentMegabytes, better: "less" },
  ];
}

/** Measures all figures of both versions in turn and prints the medians. */
async function printInTurn(
  figuresOf: (version: Version) => Promise<Figure[]>,
  now: Version,
  before: Version,
  rounds: number,
): Promise<void> {
  const ofNow: Figure[][] = [];
  const ofBefore: Figure[][] = [];
  for (let round = 0; round < rounds; round++) {
    ofNow.push(await figuresOf(now));
    ofBefore.push(await figuresOf(before));
  }
  const earlier = medians(ofBefore);
  for (const [index, figure] of medians(ofNow).entries()) printRow(figure, earlier[index]?.value ?? Number.NaN);
}

function medians(rounds: Figure[][]): Figure[] {
  return (rounds[0] ?? []).map(({ title, better }, index) => {
    const sorted = rounds.map((figures) => figures[index]?.value ?? Number.NaN).toSorted((a, b) => a - b);
    return { title, better, value: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN };
  });
}

function printRow({ title, value, better }: Figure, before: number): void {
  const ratio = better === "more" ? value / before : before / value;
  const shown = (number: number) => number.toFixed(number < 100 ? 2 : 0).padStart(10);
  const judged = ratio >= shareKept ? "" : `  below ${shareKept}`;
  console.log(`${title.padEnd(52)}${shown(value)}${shown(before)}${ratio.toFixed(2).padStart(8)}${judged}`);
}
