// A bystander in a thread of its own, so that its waiting times are due to the server and not to the attacker in the
// same process. It sends twenty requests a second to each of its addresses without waiting for answers, so that it
// notices a pause of one second twenty times. At the end it reports how long each request took, and how long those to a
// server took that is not attacked: that time is due to the busy machine.
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
