// 64 writers change one project at the same time, while readers of all kinds follow its feed from the first event:
// pages of REST, server-sent events, a dashboard and a webhook. None of them misses an event, and none that follows a
// cursor sees one twice, also where transactions conflict as on Convex.
import { ConvexClient } from "convex/browser";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { api as functions, internal } from "../../convex/_generated/api";
import { rootDirectory } from "../../scripts/settings";
import { startEngine } from "../support/engine";
import type { RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { eventsOf } from "../support/eventStream";
import { bearer, client, dataOf, encryptionKey } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { startReceiver } from "../support/receiver";

const writers = 64;
const pageSize = 20;
/** So many events are still to come when the dashboard is opened. */
const watched = 300;

/** What a reader has been given: the ids of the issues that the events are about, in their order. */
type Seen = string[];

/** Makes issues, one after the other. A conflict that was not settled in time has changed nothing. */
async function write(api: Client, title: string, count: number, made: Set<string>): Promise<void> {
  for (let at = 0; at < count;) {
    const { status, body } = await api.post("/issues/create", { title: `${title}.${at}` });
    if (status === 503) continue;
    expect(status).toBeLessThan(300);
    made.add(body.data.id);
    at += 1;
  }
}

async function readPages(api: Client, total: number): Promise<Seen> {
  const seen: Seen = [];
  let after = "";
  while (seen.length < total) {
    const { body } = await api.get(`/events?types=issue.created&limit=100&wait=5${after}`);
    seen.push(...body.data.map(({ subject }: { subject: { id: string } }) => subject.id));
    after = `&after=${body.nextCursor}`;
  }
  return seen;
}

/** Reconnects where the service ends the stream, as browsers do. */
async function readStream(engine: RunningEngine, apiKey: string, total: number): Promise<Seen> {
  const seen: Seen = [];
  let last: string | null = null;
  while (seen.length < total) {
    const from: Record<string, string> = last === null ? {} : { "Last-Event-ID": last };
    const headers = { ...bearer(apiKey), Accept: "text/event-stream", ...from };
    const stream: Response = await fetch(`${engine.httpUrl}/api/v1/events?types=issue.created`, { headers });
    for await (const { id, event, data } of eventsOf(stream)) {
      // The service may end a stream with a reason. A client comes back with the last id.
      if (data.subject === undefined) {
        console.log(`The stream ended with ${event}: ${JSON.stringify(data)}`);
        break;
      }
      last = id;
      seen.push(data.subject.id);
      if (seen.length === total) break;
    }
  }
  return seen;
}

/**
 * Follows the newest events as a dashboard does, whose page grows with what happens. Returns what is shown at last, the
 * newest first.
 */
async function watch(engine: RunningEngine, projectId: string, token: string): Promise<() => Seen> {
  const webSocketConstructor = WebSocket as unknown as typeof globalThis.WebSocket;
  const dashboard = new ConvexClient(engine.socketUrl, { webSocketConstructor, logger: false });
  dashboard.setAuth(async () => token);
  onTestFinished(() => dashboard.close());
  await dashboard.mutation(functions.users.dashboard.signIn, {});
  let shown: Seen = [];
  const paginationOpts = { numItems: pageSize, cursor: null };
  dashboard.onUpdate(functions.events.dashboard.list, { projectId, paginationOpts }, ({ page }) => {
    shown = page.filter(({ type }) => type === "issue.created").map(({ subject }) => subject.id);
    expect(new Set(shown).size).toBe(shown.length);
  });
  return () => shown;
}

async function signIn(engine: RunningEngine, email: string): Promise<string> {
  const signedIn = await fetch(`${engine.socketUrl}/api/development/sign_in`, {
    method: "POST",
    headers: { Authorization: `Convex ${engine.adminKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ email }),
  });
  return ((await signedIn.json()) as { token: string }).token;
}

it.each([
  ["one after the other", "serial", 20_000],
  ["that conflict", "optimistic", 2000],
] as const)("readers of all kinds see each event of transactions %s once", { timeout: 900_000 }, async (...how) => {
  const [, concurrency, wanted] = how;
  const each = Math.ceil(wanted / writers);
  const total = each * writers;
  const engine = await startEngine({ appDir: rootDirectory, contexts: "pool", concurrency });
  onTestFinished(() => engine.kill());
  const deployment = deploymentOn(() => engine);
  await deployment.setEnvironment({
    IDP_ISSUER: engine.socketUrl,
    IDP_APPLICATION_ID: "switchyard-development",
    PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey,
    SERVICE_LOOPBACK_ONLY: "on",
    SERVICE_LIMIT_WRITES: "0",
  });
  const { projectId, apiKey } = await deployment.action(internal.admin.projects.create, { name: "Feed" });
  const api = client(deployment, apiKey);
  const email = "reader@example.com";
  await dataOf(api.post("/project/members/invite", { email, role: "member" }));
  const token = await signIn(engine, email);
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  await dataOf(api.post("/webhooks", { url: receiver.url, events: ["issue.created"] }));

  const made = new Set<string>();
  const beganMs = performance.now();
  const writing = Promise.all(
    Array.from({ length: writers }, (_, writer) => write(api, String(writer), each, made)),
  ).then(() => performance.now() - beganMs);
  const watching = async () => {
    while (made.size < total - watched) await sleep(20);
    return await watch(engine, projectId, token);
  };
  const [tookMs, shown, ...readers] = await Promise.all([
    writing,
    watching(),
    readPages(api, total),
    readPages(api, total),
    readStream(engine, apiKey, total),
    readStream(engine, apiKey, total),
  ]);

  expect(made.size).toBe(total);
  const [first] = readers;
  expect(new Set(first)).toEqual(made);
  // All follow the same order, and none has an event twice.
  for (const seen of readers) expect(seen.join(" ") === first.join(" ")).toBe(true);
  expect(await readPages(api, total)).toEqual(first);
  await expect.poll(() => shown()[0], { timeout: 30_000 }).toBe(first.at(-1));
  expect(shown().length).toBeGreaterThanOrEqual(pageSize);
  expect(shown()).toEqual(first.slice(-shown().length).toReversed());
  const delivered = () => new Set(receiver.messages().map(({ data }) => data.subject.id)).size;
  await expect.poll(delivered, { timeout: 240_000, interval: 500 }).toBe(total);
  expect(new Set(receiver.messages().map(({ data }) => data.subject.id))).toEqual(made);
  const doubled = receiver.received.length - total;
  console.log(`${total} events in ${Math.round(tookMs / 1000)} s; the webhook got ${doubled} of them again.`);
});
