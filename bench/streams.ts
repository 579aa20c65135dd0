// What an open stream on which nothing happens costs the engine: 500 clients, each following a run of its own.
import { once } from "node:events";
import { get } from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Product } from "./servers";

const streamCount = 500;
/** After this long the engine looks as seldom as it ever does. */
const quietAfterMs = 60_000;
const measuredMs = 30_000;

export interface IdleStreams {
  count: number;
  kilobytesEach: number;
  /** Of one core. */
  percentEach: number;
}

export async function measureIdleStreams(product: Product, workflowId: string): Promise<IdleStreams> {
  const runIds: string[] = [];
  for (let index = 0; index < streamCount; index++) runIds.push(await startRun(product, workflowId));
  const before = product.usage();
  const clients: ClientRequest[] = [];
  try {
    for (const runId of runIds) clients.push(await openStream(product, runId));
    await pause(quietAfterMs);
    const quiet = product.usage();
    await pause(measuredMs);
    const after = product.usage();
    return {
      count: streamCount,
      kilobytesEach: ((after.residentMegabytes - before.residentMegabytes) * 1024) / streamCount,
      percentEach: ((after.cpuSeconds - quiet.cpuSeconds) * 1000 * 100) / measuredMs / streamCount,
    };
  } finally {
    for (const client of clients) client.destroy();
  }
}

async function startRun({ httpUrl, apiKey }: Product, workflowId: string): Promise<string> {
  const response = await fetch(`${httpUrl}/api/v1/runs/start`, {
    method: "POST",
    headers: { Authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ workflowId, prompt: "Build it." }),
  });
  const { data } = (await response.json()) as { data: { id: string } };
  return data.id;
}

/** Open once its first part has come. */
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
