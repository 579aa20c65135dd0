// `npm run bench [-- --seconds 4 --rounds 3]`: the engine against a server written by hand for the same answers, in one
// run on one machine, and what `npm start` costs. Prints each target with whether it was met; the figures are for
// people to judge, so a missed one is not a failure of the command.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { compare } from "./rounds";
import type { LoadTarget, Measurement } from "./rounds";
import { startHandwritten, startMutationEngine, startProduct, stopAll } from "./servers";

interface Case {
  title: string;
  connections: number;
  engine: LoadTarget;
  handwritten: LoadTarget;
  /** The engine's share of the hand-written server's requests per second that is to be reached. */
  target: number | null;
}

const { values: options } = parseArgs({
  options: { seconds: { type: "string", default: "4" }, rounds: { type: "string", default: "3" } },
});

async function main(): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), "switchyard-bench-"));
  try {
    const product = await startProduct(path.join(directory, "product"));
    const handwritten = await startHandwritten(path.join(directory, "handwritten"));
    const mutationEngine = await startMutationEngine(path.join(directory, "mutation"));
    console.log(heading());
    for (const entry of casesOf(product, handwritten, mutationEngine.socketUrl)) {
      const effort = {
        connections: entry.connections,
        rounds: Number(options.rounds),
        seconds: Number(options.seconds),
      };
      console.log(row(entry, await compare([entry.engine, entry.handwritten], effort)));
    }
    const { secondsToReady, residentMegabytes } = product;
    console.log(
      `\nnpm start, nothing changed: ready in ${secondsToReady.toFixed(2)} s ${verdict("< 2 s", secondsToReady < 2)}`,
    );
    console.log(
      `Resident after it: ${residentMegabytes.toFixed(0)} MB ${verdict("< 200 MB", residentMegabytes < 200)}`,
    );
  } finally {
    await stopAll();
    rmSync(directory, { recursive: true });
  }
}

function casesOf(
  product: { httpUrl: string; apiKey: string },
  handwritten: { url: string; apiKey: string },
  socketUrl: string,
): Case[] {
  const health = { mustInclude: '"ok"' };
  const sides = (path: string, request: Omit<LoadTarget, "url">): Pick<Case, "engine" | "handwritten"> => {
    const at = (base: string, apiKey: string): LoadTarget => ({
      ...request,
      url: `${base}/api/v1${path}`,
      headers: { Authorization: `Bearer ${apiKey}` },
    });
    return { engine: at(product.httpUrl, product.apiKey), handwritten: at(handwritten.url, handwritten.apiKey) };
  };
  const posted = (path: string, body: unknown, mustInclude: string) => ({
    title: `POST ${path}`,
    ...sides(path, { method: "POST", body: JSON.stringify(body), mustInclude }),
  });
  const mutation = (base: string): LoadTarget => ({
    url: `${base}/api/mutation`,
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      path: "messages:send",
      args: { channel: "general", text: "The quick brown fox jumps over the lazy dog.", sequence: 1 },
      format: "json",
    }),
    mustInclude: '"status":"success"',
  });
  const durable = { title: "POST /api/mutation", engine: mutation(socketUrl), handwritten: mutation(handwritten.url) };
  return [
    {
      title: "GET /healthz",
      connections: 32,
      engine: { url: `${product.httpUrl}/healthz`, ...health },
      handwritten: { url: `${handwritten.url}/healthz`, ...health },
      target: 0.5,
    },
    {
      title: "GET /project",
      connections: 32,
      ...sides("/project", { mustInclude: '"slug":"demo"' }),
      target: 0.5,
    },
    {
      title: "GET /project/settings",
      connections: 32,
      ...sides("/project/settings", { mustInclude: '"agentMd"' }),
      target: null,
    },
    { ...posted("/project/update", { name: "Demo" }, '"slug":"demo"'), connections: 32, target: null },
    { ...posted("/project/api-keys/generate", { name: "Bench" }, '"svc_test_'), connections: 32, target: null },
    { ...durable, connections: 1, target: null },
    { ...durable, connections: 32, target: 0.6 },
  ];
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

function figures({ requestsPerSecond, p50Ms, p99Ms }: Measurement): string {
  return `${requestsPerSecond.toFixed(0).padStart(9)}${p50Ms.toFixed(2).padStart(9)}${p99Ms.toFixed(2).padStart(9)}`;
}

function verdict(target: string, isMet: boolean): string {
  return `(target ${target}: ${isMet ? "met" : "MISSED"})`;
}

await main();
