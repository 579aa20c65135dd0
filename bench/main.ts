// `npm run bench` compares the engine with a server that is written by hand for the same answers, in one run on one
// machine. It also measures what `npm start` costs. The command prints each target and whether it was met. People judge
// the figures, so a missed target is not a failure of the command. docs/performance.md explains the figures.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildIfChanged, websiteFolder } from "../scripts/website";
import { cases } from "./cases";
import type { Case, Side } from "./cases";
import { fillProduct, runsFilled } from "./fill";
import { liveRows, measureLive } from "./live";
import { startPeers } from "./peers/all";
import { MissingPeers } from "./peers/install";
import type { Peer } from "./peers/peer";
import { measureInTurn } from "./rounds";
import type { Contestant } from "./rounds";
import { startHandwritten, startProduct, startSmallEngine, stopAll } from "./servers";
import type { Indexes, Product } from "./servers";
import { soak } from "./soak";
import { measureIdleStreams } from "./streams";
import { heading, rowsOf, verdict } from "./table";
import { compareVersions } from "./versions";

const usage = `Usage: npm run bench -- [options]
  --seconds N   how long each measurement takes; 4 unless given
  --rounds N    how often it is made; 3 unless given
  --only R      only the cases whose title matches the regular expression R, such as runs, streams, claims or live
  --peers       also beside Fastify with PostgreSQL, pg-boss, graphile-worker and BullMQ, which it installs
  --soak [M]    instead: everything at once for M minutes, 3 unless given, and what the process uses over that time
  --against D   beside the version in D, a checkout that has been started before, instead of the hand-written server`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "4" },
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    peers: { type: "boolean", default: false },
    soak: { type: "boolean", default: false },
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
    // Otherwise the service would build it while it is measured.
    await buildIfChanged(websiteFolder());
    if (options.soak) await soak(path.join(directory, "product"), Number(positionals[0] ?? 3));
    else if (options.against === undefined) await besideHandwritten(directory);
    else await compareVersions(directory, path.resolve(options.against), only, effort);
  } catch (error) {
    if (!(error instanceof MissingPeers)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await stopAll();
    rmSync(directory, { recursive: true });
  }
}

interface Field {
  engine: Side;
  plain: Side;
  indexed: Side;
  peers: readonly Peer[];
}

async function besideHandwritten(directory: string): Promise<void> {
  const peers = options.peers ? await startPeers(directory) : [];
  const product = await startProduct(path.join(directory, "product"));
  const small = await startSmallEngine(path.join(directory, "small"));
  const plain = await handwritten(path.join(directory, "handwritten"), "own");
  const indexed = await handwritten(path.join(directory, "handwritten-indexes"), "product");
  console.log(`Filling the engine with ${runsFilled} runs, as the hand-written servers are.`);
  const engine = { ...product, ...(await fillProduct(product)), name: "engine", url: product.httpUrl, small };
  console.log(`\n${heading}`);
  for (const entry of cases.filter(({ title }) => only.test(title))) {
    await compare(entry, { engine, plain, indexed, peers });
  }
  if (only.test("idle streams")) {
    const { count, kilobytesEach, residentKilobytesEach, percentEach } = await measureIdleStreams(directory);
    const isSmall = kilobytesEach <= 50 && percentEach <= 0.002;
    const judged = verdict("<= 50 kB and 0.002 %", isSmall);
    const memory = `${kilobytesEach.toFixed(0)} kB (${residentKilobytesEach.toFixed(0)} kB resident)`;
    console.log(`\n${count} idle streams of events: ${memory} and ${percentEach.toFixed(4)} % of a core each${judged}`);
  }
  if (only.test("live")) console.log(liveRows(await measureLive(small, effort.seconds)));
  printStart(product);
}

async function handwritten(directory: string, indexes: Indexes): Promise<Side> {
  const server = await startHandwritten(directory, indexes);
  const name = indexes === "own" ? "hand-written" : "hand-written, product's indexes";
  return { ...server, name, small: server };
}

async function compare(entry: Case, { engine, plain, indexed, peers }: Field): Promise<void> {
  const { on, onPeer, targets, isWrite } = entry;
  const field: { contestant: Contestant; target?: number | undefined }[] = [
    { contestant: on(engine) },
    { contestant: on(plain), target: targets.plain },
    ...(isWrite ? [{ contestant: on(indexed), target: targets.indexed }] : []),
    ...(onPeer === undefined ? [] : peers.map(onPeer)),
  ];
  const measured = await measureInTurn(
    field.map(({ contestant }) => contestant),
    effort,
  );
  const rows = field.map(({ contestant: { name }, target }, index) => ({
    name,
    target,
    rounds: measured[index] ?? [],
  }));
  console.log(rowsOf(entry, rows));
}

function printStart({ secondsToReady, residentMegabytes }: Product): void {
  const seconds = `ready in ${secondsToReady.toFixed(2)} s${verdict("< 1 s", secondsToReady < 1)}`;
  console.log(`\nnpm start, nothing changed: ${seconds}`);
  const memory = `${residentMegabytes.toFixed(0)} MB${verdict("< 200 MB", residentMegabytes < 200)}`;
  console.log(`Resident memory afterwards: ${memory}`);
}

await main();
