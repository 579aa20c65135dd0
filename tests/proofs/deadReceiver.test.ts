// A receiver that never answers does not delay what others receive. Spans with and without it alternate, so that both
// have the same machine.
import type { ServerResponse } from "node:http";
import { afterAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { startEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { client, createProject, dataOf, encryptionKey } from "../support/fixtures";
import { expectWithin } from "../support/measuredLimit";
import { startReceiver } from "../support/receiver";
import type { Receiver } from "../support/receiver";

const spans = 4;
const eventsPerSpan = 75;
/** A timer of the machine is this inexact, whatever the receiver does. */
const slackMs = 5;

const receivers: Receiver[] = [];
afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())));

async function newReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

function percentile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? NaN;
}

it("a receiver that never answers changes the p99 of another by less than 10 %", async () => {
  const engine = await startEngine({ appDir: rootDirectory, contexts: "pool" });
  const deployment = deploymentOn(() => engine);
  await deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey, SERVICE_LOOPBACK_ONLY: "on" });
  const { apiKey } = await createProject(deployment);
  const api = client(deployment, apiKey);
  const [well, dead] = [await newReceiver(), await newReceiver()];
  const unanswered: ServerResponse[] = [];
  dead.answers.splice(0, 1, (response) => void unanswered.push(response));
  const follow = (url: string) => dataOf(api.post("/webhooks", { url, events: ["issue.created"] }));
  await follow(well.url);
  const { id: deadId } = await follow(dead.url);

  /** The milliseconds from a request to the message about it, for each of several. */
  async function measure(count: number): Promise<number[]> {
    const times: number[] = [];
    for (let made = 0; made < count; made++) {
      const before = well.received.length;
      const beganMs = performance.now();
      await dataOf(api.post("/issues/create", { title: `${made}` }));
      while (well.received.length === before) await new Promise((resolve) => setTimeout(resolve, 1));
      times.push(performance.now() - beganMs);
    }
    return times;
  }

  const times = { alone: [] as number[], beside: [] as number[] };
  await measure(50);
  for (let span = 0; span < spans; span++) {
    await dataOf(api.put(`/webhooks/${deadId}`, { isEnabled: false }));
    // What has no answer yet would still hang beside the others.
    for (const response of unanswered.splice(0)) response.writeHead(204).end();
    await measure(5);
    times.alone.push(...(await measure(eventsPerSpan)));
    await dataOf(api.put(`/webhooks/${deadId}`, { isEnabled: true }));
    const before = dead.received.length;
    await measure(1);
    await expect.poll(() => dead.received.length).toBeGreaterThan(before);
    times.beside.push(...(await measure(eventsPerSpan)));
  }
  for (const response of unanswered) response.writeHead(204).end();
  await engine.stop();

  const [alone, beside] = [percentile(times.alone, 0.99), percentile(times.beside, 0.99)];
  expectWithin(1.1 * alone + slackMs, beside, `p99 in milliseconds beside a dead receiver, and ${alone} alone`);
});
