// Measures what an idle open stream costs the engine. Each client follows a different run. The cost is the difference
// between many streams and few, each after the process has settled and has collected its garbage. So neither what the
// process needs for its first streams counts, nor what requests before have left.
import { once } from "node:events";
import { get } from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import path from "node:path";
import { inUse, measuredOption } from "../tests/support/processUse";
import { startProduct } from "./servers";
import type { Product } from "./servers";
import { servingProcess } from "./usage";

const streamCounts = { few: 300, many: 1_300 };
/** The number of streams that each key opens. */
const streamsPerKey = 150;
/** After this time without events, the engine checks a stream as rarely as it ever does. */
const quietAfterMs = 60_000;
/** A quiet stream sends a comment every 25 seconds, so each one sends two. */
const measuredMs = 50_000;

export interface IdleStreams {
  count: number;
  /** What a stream keeps: objects of JavaScript, and memory outside of the heap that belongs to them. */
  kilobytesEach: number;
  /** How much the process grows for each stream, with the free parts of its pages. */
  residentKilobytesEach: number;
  /** The percentage of one core that a stream uses. */
  percentEach: number;
}

interface Settled {
  keptBytes: number;
  residentBytes: number;
  /** The share of a core that the process uses. */
  share: number;
}

/** `directory` is that of all servers. This one starts its own, which nothing else has used. */
export async function measureIdleStreams(directory: string): Promise<IdleStreams> {
  const environment = { NODE_OPTIONS: measuredOption };
  const product = await startProduct(path.join(directory, "streams"), undefined, { environment });
  const steps = [{ role: "designer", name: "Design" }];
  const { id: workflowId } = await post(product, "/workflows", { name: "Build", steps });
  const { few, many } = streamCounts;
  const runIds: string[] = [];
  while (runIds.length < many) runIds.push(await startRun(product, workflowId));
  const clients: ClientRequest[] = [];
  try {
    await openStreams(product, runIds.slice(0, few), clients);
    const withFew = await settled(product);
    await openStreams(product, runIds.slice(few), clients);
    const withMany = await settled(product);
    const count = many - few;
    return {
      count,
      kilobytesEach: (withMany.keptBytes - withFew.keptBytes) / 1000 / count,
      residentKilobytesEach: (withMany.residentBytes - withFew.residentBytes) / 1000 / count,
      percentEach: ((withMany.share - withFew.share) * 100) / count,
    };
  } finally {
    for (const client of clients) client.destroy();
  }
}

async function openStreams(product: Product, runIds: readonly string[], clients: ClientRequest[]): Promise<void> {
  let apiKey = "";
  for (const [index, runId] of runIds.entries()) {
    if (index % streamsPerKey === 0) apiKey = await newKey(product);
    clients.push(await openStream({ ...product, apiKey }, runId));
  }
}

async function settled(product: Product): Promise<Settled> {
  await pause(quietAfterMs);
  const share = await cpuShareOf(product);
  const { heapBytes, externalBytes, residentBytes } = await inUse(servingProcess(product.id).id, "collected");
  return { keptBytes: heapBytes + externalBytes, residentBytes, share };
}

/** The share of a core that the engine uses. Its own timers and crons use some without any stream. */
async function cpuShareOf(product: Product): Promise<number> {
  const before = product.usage();
  await pause(measuredMs);
  return ((product.usage().cpuSeconds - before.cpuSeconds) * 1000) / measuredMs;
}

async function startRun(product: Product, workflowId: string): Promise<string> {
  return (await post(product, "/runs/start", { workflowId, prompt: "Build it." })).id;
}

async function newKey(product: Product): Promise<string> {
  return (await post(product, "/project/api-keys/generate", { name: "Streams" })).key;
}

async function post({ httpUrl, apiKey }: Product, path: string, body: object): Promise<{ id: string; key: string }> {
  const response = await fetch(`${httpUrl}/api/v1${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(body),
  });
  const { data } = (await response.json()) as { data: { id: string; key: string } };
  return data;
}

/** Opens a stream. It resolves when the first part of the answer has arrived. */
async function openStream({ httpUrl, apiKey }: Product, runId: string): Promise<ClientRequest> {
  const headers = { Authorization: `Bearer ${apiKey}`, Accept: "text/event-stream" };
  const client = get(`${httpUrl}/api/v1/runs/events?id=${runId}`, { agent: false, headers });
  const [response] = (await once(client, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`A stream answered ${response.statusCode}.`);
  await once(response, "data");
  response.resume().on("error", () => undefined);
  client.on("error", () => undefined);
  return client;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
