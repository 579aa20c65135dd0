// `npm run bench:cores`: a prototype of reads on further cores. It serves the same data from one thread and from
// several threads of one process, each with a database connection, contexts and a port of its own, and estimates from
// the figures what requests on several cores would give. docs/performance.md says what follows from it.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { asksForHelp } from "../scripts/help";
import type { Served } from "./coresHost";
import { fillProduct } from "./fill";
import { load } from "./load";
import { measureInTurn, spreadIn } from "./rounds";
import type { Contestant, Effort, Round, Sample } from "./rounds";
import { launch, startProduct, stopAll } from "./servers";
import { usageOfServing } from "./usage";

const usage = `Usage: npm run bench:cores -- [options]
  --threads N   how many threads serve beside the one alone; 2 unless given
  --rounds N    how often each is measured; 5 unless given
  --seconds N   how long; 3 unless given`;

const connections = 32;
const runs = 10_000;

interface Host extends Contestant {
  served: Served[];
  handoverMs: number;
}

async function main(): Promise<void> {
  if (asksForHelp(process.argv.slice(2))) return console.log(usage);
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { threads: text, rounds: text, seconds: text } });
  const [threads, rounds, seconds] = [values.threads ?? 2, values.rounds ?? 5, values.seconds ?? 3].map(Number);
  const directory = mkdtempSync(path.join(tmpdir(), "switchyard-cores-"));
  try {
    await measure(directory, threads ?? 2, { rounds: rounds ?? 5, seconds: seconds ?? 3 });
  } finally {
    await stopAll();
    rmSync(directory, { recursive: true });
  }
}

async function measure(directory: string, threads: number, effort: Effort): Promise<void> {
  const filled = path.join(directory, "filled");
  const product = await startProduct(filled);
  await fillProduct(product, runs);
  await stopAll();
  const copies = Array.from({ length: threads + 1 }, (_, index) => path.join(directory, `copy-${index}`));
  for (const copy of copies) cpSync(filled, copy, { recursive: true });
  const [alone = "", ...others] = copies;
  const path50 = "/api/v1/runs/list?limit=50";
  const one = await startHost("one thread", ["--one-thread", alone], product.apiKey, path50);
  const many = await startHost(`${threads} threads`, others, product.apiKey, path50);
  const [roundsOfOne = [], roundsOfMany = []] = await measureInTurn([one, many], effort);
  print(one, roundsOfOne);
  print(many, roundsOfMany);
  const front = await frontCost(one, effort);
  const listMs = median(roundsOfOne, "cpuMsEach");
  const { handoverMs } = many;
  console.log(`\nhanding a request and its answer to another thread and back: ${handoverMs.toFixed(3)} ms of CPU`);
  console.log(`reading a request and writing its answer: ${front.toFixed(3)} ms of CPU`);
  console.log(`this machine has ${cpus().length} cores, and the load generator uses one of them\n`);
  printEstimate({ listMs, frontMs: front + handoverMs / 2, backMs: listMs - front + handoverMs / 2 });
}

async function startHost(name: string, args: string[], apiKey: string, target: string): Promise<Host> {
  const server = await launch(["node", "scripts/run.mjs", "bench/coresHost.ts", ...args], /\}\n/);
  const { served, handoverMs } = JSON.parse(server.output) as Pick<Host, "served" | "handoverMs">;
  const headers = { Authorization: `Bearer ${apiKey}` };
  const measureOnce = async (seconds: number): Promise<Sample> => {
    const each = Math.ceil(connections / served.length);
    const samples = await Promise.all(
      served.map(({ httpUrl }) =>
        load({ url: `${httpUrl}${target}`, headers, mustInclude: '"hasMore":true' }, each, seconds),
      ),
    );
    return samples.reduce((sum, sample) => ({ ...sample, done: sum.done + sample.done }));
  };
  return {
    name,
    served,
    handoverMs,
    usage: () => usageOfServing(server.id),
    prepare: () => Promise.resolve(),
    measure: measureOnce,
  };
}

/** Returns what the part of a request costs that stays on the first thread, in milliseconds of CPU. */
async function frontCost(host: Host, effort: Effort): Promise<number> {
  const target = { url: `${host.served[0]?.socketUrl}/version`, mustInclude: "" };
  const contestant = { ...host, measure: (seconds: number) => load(target, connections, seconds) };
  const [rounds = []] = await measureInTurn([contestant], effort);
  return median(rounds, "cpuMsEach");
}

function print({ name }: Host, rounds: readonly Round[]): void {
  const [perSecond, cpuMs] = [median(rounds, "perSecond"), median(rounds, "cpuMsEach")];
  const memory = `${median(rounds, "residentMegabytes").toFixed(0)} MB`;
  console.log(
    `${name.padEnd(14)}${perSecond.toFixed(0)} lists of 50 a second, ${cpuMs.toFixed(2)} ms of CPU each, ${memory}`,
  );
}

function median(rounds: readonly Round[], figure: keyof Round): number {
  return spreadIn(rounds, figure).median;
}

/** One thread reads requests and writes answers; each further core runs functions. */
function printEstimate({ listMs, frontMs, backMs }: { listMs: number; frontMs: number; backMs: number }): void {
  const now = 1000 / listMs;
  for (const cores of [2, 4, 8]) {
    const then = Math.min(1000 / frontMs, ((cores - 1) * 1000) / backMs, (cores * 1000) / (frontMs + backMs));
    console.log(`${cores} cores: ${then.toFixed(0)} lists of 50 a second, ${(then / now).toFixed(2)} times one thread`);
  }
}

await main();
