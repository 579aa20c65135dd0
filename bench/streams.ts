// Measures what an idle open stream costs the engine. 300 clients each follow a different run.
import { once } from "node:events";
import { get } from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Product } from "./servers";

const streamCount = 300;
/** The number of streams that each key opens. A key may open 200. */
const streamsPerKey = 150;
/** After this time without events, the engine checks a stream as rarely as it ever does. */
const quietAfterMs = 60_000;
const measuredMs = 30_000;

export interface IdleStreams {
  count: number;
  kilobytesEach: number;
  /** The percentage of one core that a stream uses. */
  percentEach: number;
}

export async function measureIdleStreams(product: Product, workflowId: string): Promise<IdleStreams> {
  const runIds: string[] = [];
  for (let index = 0; index < streamCount; index++) runIds.push(await startRun(product, workflowId));
  await pause(quietAfterMs);
  const without = await cpuShareOf(product);
  const before = product.usage();
  const clients: ClientRequest[] = [];
  try {
    let apiKey = "";
    for (const [index, runId] of runIds.entries()) {
      if (index % streamsPerKey === 0) apiKey = await newKey(product);
      clients.push(await openStream({ ...product, apiKey }, runId));
    }
    await pause(quietAfterMs);
    const share = await cpuShareOf(product);
    const grown = product.usage().residentMegabytes - before.residentMegabytes;
    return {
      count: streamCount,
      kilobytesEach: (grown * 1024) / streamCount,
      percentEach: ((share - without) * 100) / streamCount,
    };
  } finally {
    for (const client of clients) client.destroy();
  }
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
