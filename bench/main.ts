// `npm run bench [-- --seconds 4 --rounds 3 --only runs]` compares the engine with a server that is written by hand
// for the same answers, in one run on one machine. It also measures what `npm start` costs. The command prints each
// target and whether it was met. People judge the figures, so a missed target is not a failure of the command. With
// `--against ../before` (a checkout of an earlier version with its packages installed), each figure is measured on
// both versions in turn instead.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { compare } from "./rounds";
import { compareVersions } from "./versions";
import { measureClaims } from "./claims";
import type { ClaimFigures } from "./claims";
import { cases } from "./cases";
import type { Case } from "./cases";
import { fillProduct, runsFilled } from "./fill";
import { measureLive } from "./live";
import type { LiveFigures } from "./live";
import type { Measurement } from "./rounds";
import { measureIdleStreams } from "./streams";
import { startHandwritten, startSmallEngine, startProduct, stopAll } from "./servers";

const usage = `Usage: npm run bench -- [options]
  --seconds N   how long each measurement takes; 4 unless given
  --rounds N    how often it is made; 3 unless given
  --only R      only the cases whose title matches the regular expression R, such as runs, streams, claims or live
  --against D   beside the version in D, a checkout with its packages installed, instead of the hand-written server`;

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "4" },
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    against: { type: "string" },
    help: { type: "boolean", short: "h" },
  },
});

const only = new RegExp(options.only);
const effort = { rounds: Number(options.rounds), seconds: Number(options.seconds) };

async function main(): Promise<void> {
  if (options.help) return console.log(usage);
  const directory = mkdtempSync(path.join(tmpdir(), "switchyard-bench-"));
  try {
    if (options.against === undefined) await besideHandwritten(directory);
    else await compareVersions(directory, path.resolve(options.against), only, effort);
  } finally {
    await stopAll();
    rmSync(directory, { recursive: true });
  }
}

async function besideHandwritten(directory: string): Promise<void> {
  const product = await startProduct(path.join(directory, "product"));
  const handwritten = await startHandwritten(path.join(directory, "handwritten"));
  const smallEngine = await startSmallEngine(path.join(directory, "small"));
  console.log(`Filling the engine with ${runsFilled} runs, as the hand-written server is.`);
  const filled = await fillProduct(product);
  const engine = { ...product, ...filled, url: product.httpUrl, mutationUrl: smallEngine.socketUrl };
  const other = { ...handwritten, mutationUrl: handwritten.url };
  console.log(heading());
  for (const entry of cases.filter(({ title }) => only.test(title))) {
    const { connections, targetOf } = entry;
    console.log(row(entry, await compare([targetOf(engine), targetOf(other)], { ...effort, connections })));
  }
  if (only.test("idle streams")) {
    const { count, kilobytesEach, percentEach } = await measureIdleStreams(product, filled.workflowId);
    const cost = `${kilobytesEach.toFixed(0)} kB and ${percentEach.toFixed(3)} % of a core each`;
    console.log(`\n${count} idle streams of events: ${cost}`);
  }
  if (only.test("claims")) {
    console.log(claimRows([await measureClaims(engine), await measureClaims(other)]));
  }
  if (only.test("live")) console.log(liveRows(await measureLive(smallEngine, effort.seconds)));
  const { secondsToReady, residentMegabytes } = product;
  console.log(
    `\nnpm start, nothing changed: ready in ${secondsToReady.toFixed(2)} s ${verdict("< 2 s", secondsToReady < 2)}`,
  );
  console.log(
    `Resident memory afterwards: ${residentMegabytes.toFixed(0)} MB ${verdict("< 200 MB", residentMegabytes < 200)}`,
  );
}

function heading(): string {
  const columns = `${"req/s".padStart(9)}${"p50 ms".padStart(9)}${"p99 ms".padStart(9)}`;
  const servers = `${"engine".padStart(27)}   ${"hand-written".padStart(27)}`;
  return `\n${" ".repeat(36)}${servers}\n${" ".repeat(36)}${columns}   ${columns}   ratio`;
}

function row({ title, connections, target }: Case, [engine, handwritten]: [Measurement, Measurement]): string {
  const ratio = engine.requestsPerSecond / handwritten.requestsPerSecond;
  const name = `${title}, ${connections} connection${connections === 1 ? "" : "s"}`;
  const judged = target === null ? "" : verdict(`>= ${target}`, ratio >= target);
  return `${name.padEnd(36)}${figures(engine)}   ${figures(handwritten)}   ${ratio.toFixed(2).padStart(5)}  ${judged}`;
}

function claimRows([engine, handwritten]: [ClaimFigures, ClaimFigures]): string {
  const times = ({ p50Ms, p99Ms }: ClaimFigures) => `${p50Ms.toFixed(2).padStart(18)}${p99Ms.toFixed(2).padStart(9)}`;
  const rate = ({ claimsPerSecond }: ClaimFigures) => `${claimsPerSecond.toFixed(0).padStart(9)}${" ".repeat(18)}`;
  const line = (title: string, of: (side: ClaimFigures) => string, ratio: number, judged = "") =>
    `${title.padEnd(36)}${of(engine)}   ${of(handwritten)}   ${ratio.toFixed(2).padStart(5)}  ${judged}`;
  const isSoon = verdict("p99 < 50 ms", engine.p99Ms < 50);
  return [
    line("run start to claim, 16 waiting", times, handwritten.p50Ms / engine.p50Ms, isSoon),
    line("job.claim and job.complete, 16", rate, engine.claimsPerSecond / handwritten.claimsPerSecond),
  ].join("\n");
}

function liveRows({ delays, kilobytesPerIdle, writesPerSecond }: LiveFigures): string {
  const { without, withIdle, withWatching } = writesPerSecond;
  return [
    `\n${"From a mutation's answer to the new value".padEnd(45)}${"p50 ms".padStart(9)}${"p99 ms".padStart(9)}`,
    ...delays.map(({ subscribers, queries, p50Ms, p99Ms }) => {
      const title = `${subscribers} subscriber${subscribers === 1 ? "" : "s"}, ${queries} quer${queries === "same" ? "y" : "ies"}`;
      return `${title.padEnd(45)}${p50Ms.toFixed(2).padStart(9)}${p99Ms.toFixed(2).padStart(9)}`;
    }),
    `An idle subscriber: ${kilobytesPerIdle.toFixed(0)} kB`,
    `Writes per second, 32 connections: ${without.toFixed(0)} without subscribers, ${withIdle.toFixed(0)} with 1,000 subscribers ` +
      `of other values, ${withWatching.toFixed(0)} with 1,000 subscribers of the written values`,
  ].join("\n");
}

function figures({ requestsPerSecond, p50Ms, p99Ms }: Measurement): string {
  return `${requestsPerSecond.toFixed(0).padStart(9)}${p50Ms.toFixed(2).padStart(9)}${p99Ms.toFixed(2).padStart(9)}`;
}

function verdict(target: string, isMet: boolean): string {
  return `(target ${target}: ${isMet ? "met" : "MISSED"})`;
}

await main();
