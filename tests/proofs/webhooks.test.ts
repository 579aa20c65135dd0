// The engine is killed while it sends to six receivers, of which only one is well. After that each event has reached
// each receiver that could take it, and none of them has kept another one, or a request, waiting.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { startEngine } from "../support/engine";
import type { RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { client, createProject, dataOf, encryptionKey } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { startReceiver, verifyWithSvix } from "../support/receiver";
import type { Behaviour, Receiver } from "../support/receiver";

const eventsPerRound = 40;
const rounds = 3;

const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-webhooks-"));
const receivers: Receiver[] = [];
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  rmSync(dataDir, { recursive: true, force: true });
});

const hang: Behaviour = () => undefined;
const redirect: Behaviour = (response) => response.writeHead(302, { Location: "/elsewhere" }).end();
const slow: Behaviour = (response) => void setTimeout(() => response.writeHead(204).end(), 300);

interface Followed {
  receiver: Receiver;
  webhookId: string;
  secret: string;
  /** How many of the messages were verified. */
  verified: number;
}

/** The library refuses messages that are older than five minutes, so they are verified while the test runs. */
function verifyNew(followed: Followed): void {
  const { receiver, secret, verified } = followed;
  for (const received of receiver.received.slice(verified)) {
    expect(() => verifyWithSvix(received, secret)).not.toThrow();
  }
  followed.verified = receiver.received.length;
}

async function follow(api: Client, behaviour: Behaviour): Promise<Followed> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  receiver.answers.splice(0, 1, behaviour);
  const { id: webhookId, secret } = await dataOf(
    api.post("/webhooks", { url: receiver.url, events: ["issue.created"] }),
  );
  return { receiver, webhookId, secret, verified: 0 };
}

/** Makes issues, and kills the engine while their events are being sent. */
async function crashWhileSending(engine: RunningEngine, api: Client, healthy: Receiver, round: number): Promise<void> {
  const before = healthy.received.length;
  for (let made = 0; made < eventsPerRound; made++) {
    const beganMs = Date.now();
    await dataOf(api.post("/issues/create", { title: `${round}.${made}` }));
    // Receivers that do not answer cost a request nothing.
    expect(Date.now() - beganMs).toBeLessThan(5000);
  }
  await expect.poll(() => healthy.received.length - before, { timeout: 90_000, interval: 5 }).toBeGreaterThan(3);
  await engine.kill();
}

it("each event reaches each webhook at least once, over crashes and beside receivers of all kinds", async () => {
  const start = () => startEngine({ dataDir, contexts: "pool" });
  let engine = await startEngine({ appDir: rootDirectory, dataDir, contexts: "pool" });
  const deployment = deploymentOn(() => engine);
  await deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey, SERVICE_LOOPBACK_ONLY: "on" });
  const { apiKey } = await createProject(deployment);
  const api = client(deployment, apiKey);

  const well = await follow(api, 204);
  const late = await follow(api, slow);
  const failing = await follow(api, 500);
  const hanging = await follow(api, hang);
  const redirecting = await follow(api, redirect);
  const gone = await follow(api, 410);
  const all = [well, late, failing, hanging, redirecting, gone];

  for (let round = 0; round < rounds; round++) {
    await crashWhileSending(engine, api, well.receiver, round);
    engine = await start();
    all.forEach(verifyNew);
  }
  await dataOf(api.post("/issues/create", { title: "last" }));

  const ids: string[] = [];
  for (let after = "", isOver = false; !isOver;) {
    const page = (await api.get(`/events?types=issue.created&limit=200${after}`)).body;
    ids.push(...(page.data as { id: string }[]).map(({ id }) => id));
    [after, isOver] = [`&after=${encodeURIComponent(page.nextCursor)}`, !page.hasMore];
  }
  expect(ids).toHaveLength(rounds * eventsPerRound + 1);

  const missing = ({ receiver }: Followed) => {
    const seen = new Set(receiver.messages().map(({ id }) => id));
    return ids.filter((id) => !seen.has(id)).length;
  };
  // A sender that was killed is missed within a minute.
  await expect.poll(() => missing(well) + missing(late), { timeout: 180_000, interval: 500 }).toBe(0);
  all.forEach(verifyNew);

  // A receiver that recovers gets what it has missed, when somebody does not want to wait for the next try.
  failing.receiver.answers.splice(0, 1, 204);
  const span = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() };
  expect(await dataOf(api.post(`/webhooks/${failing.webhookId}/replay`, span))).toEqual({ count: ids.length });
  await expect.poll(() => missing(failing), { timeout: 180_000, interval: 500 }).toBe(0);

  all.forEach(verifyNew);
  const state = (followed: Followed) => dataOf(api.get(`/webhooks/${followed.webhookId}`));
  expect(await state(gone)).toMatchObject({ isEnabled: false, disabledReason: "gone" });
  expect(await state(hanging)).toMatchObject({ isEnabled: true, lastDeliveryAt: null });
  expect(await state(redirecting)).toMatchObject({ isEnabled: true, lastDeliveryAt: null });
  expect((await state(well)).failingSince).toBeNull();
  await engine.stop();
});
