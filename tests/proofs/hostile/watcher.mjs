// A bystander in a thread of its own, so that what it waits for is the server and not the attacker beside it. Asks each
// of its addresses twenty times a second, whether or not it has been answered: a server that stands still for a second
// is noticed twenty times. When it is told to stop, it says how long each request took, and how long those to a server
// took that nobody attacks: so long it is the machine that is busy.
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const everyMs = 50;
const { urls, quietUrl, apiKey } = workerData;
const headers = { Authorization: `Bearer ${apiKey}` };
const times = [];
const quietTimes = [];
const failures = [];
const isOver = new AbortController();

async function ask(url, times) {
  const startedAt = performance.now();
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(20_000) });
    await response.text();
    if (response.status !== 200) failures.push(`${url}: ${response.status}`);
  } catch (error) {
    failures.push(`${url}: ${String(error)}`);
  }
  times.push(performance.now() - startedAt);
}

async function watch(url, times) {
  const asked = [];
  while (!isOver.signal.aborted) {
    asked.push(ask(url, times));
    await sleep(everyMs);
  }
  await Promise.all(asked);
}

const watching = Promise.all([...urls.map((url) => watch(url, times)), watch(quietUrl, quietTimes)]);
parentPort.once("message", async () => {
  isOver.abort();
  await watching;
  parentPort.postMessage({ times, quietTimes, failures });
});
