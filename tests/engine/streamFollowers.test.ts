// Many clients follow a message live while it streams, as docs/dashboard.md describes. `CHUNKS=10000` gives the message
// the largest number of chunks.
import { ConvexClient } from "convex/browser";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { api, internal } from "../../convex/_generated/api";
import { rootDirectory } from "../../scripts/settings";
import { startEngine } from "../support/engine";
import type { RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { callbackOf, client, createSandbox, startRun } from "../support/fixtures";
import type { Runner } from "../support/fixtures";

const chunkCount = Number(process.env["CHUNKS"] ?? 2000);
const clientCount = 20;
/** There are many connections, because appending the chunks one after another would take minutes. */
const connectionCount = 32;

let engine: RunningEngine;
let job: Runner;
let projectId: string;
let sandboxId: string;
let token: string;

beforeAll(async () => {
  engine = await startEngine({ appDir: rootDirectory });
  const deployment = deploymentOn(() => engine);
  await deployment.setEnvironment({ IDP_ISSUER: engine.socketUrl, IDP_APPLICATION_ID: "switchyard-development" });
  const ownerEmail = "ann@example.com";
  const project = await deployment.action(internal.admin.projects.create, { name: "Demo", ownerEmail });
  projectId = project.projectId;
  job = await callbackOf(deployment);
  const rest = client(deployment, project.apiKey);
  sandboxId = await createSandbox(job, { runId: (await startRun(rest)).id });
  const signedIn = await fetch(`${engine.socketUrl}/api/development/sign_in`, {
    method: "POST",
    headers: { Authorization: `Convex ${engine.adminKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ email: ownerEmail }),
  });
  ({ token } = (await signedIn.json()) as { token: string });
  await connect().mutation(api.users.dashboard.signIn, {});
}, 60_000);
afterAll(() => engine.kill());

function connect(): ConvexClient {
  const webSocketConstructor = WebSocket as unknown as typeof globalThis.WebSocket;
  const connected = new ConvexClient(engine.socketUrl, { webSocketConstructor, logger: false });
  connected.setAuth(async () => token);
  return connected;
}

class Follower {
  private readonly client = connect();
  private readonly id: string;
  private readonly chunks: string[] = [];
  private stop = () => {};
  private wake = () => {};
  private isInOrder = true;
  content: string | null = null;
  /** The number of chunks in all updates together. */
  sentCount = 0;

  constructor(id: string) {
    this.id = id;
    onTestFinished(() => this.client.close());
    this.followFrom(0);
  }

  private followFrom(after: number): void {
    this.stop();
    this.stop = this.client.onUpdate(api.messages.dashboard.follow, { projectId, id: this.id, after }, (found) => {
      if (found.status === "complete") {
        this.content = found.message.content;
      } else {
        this.isInOrder &&= found.chunks.every(({ number }, index) => number === after + 1 + index);
        for (const { number, text } of found.chunks) this.chunks[number - 1] = text;
        this.sentCount += found.chunks.length;
        if (found.chunks.length >= 20) this.followFrom(this.chunks.length);
      }
      this.wake();
    });
  }

  /** The text that the client has. A lost or repeated chunk would show in it. */
  get text(): string {
    return Array.from(this.chunks, (chunk) => chunk ?? "(lost)").join("") + (this.isInOrder ? "" : "(out of order)");
  }

  async until(isThere: () => boolean): Promise<void> {
    while (!isThere()) await new Promise<void>((resolve) => (this.wake = resolve));
  }
}

it(
  `${clientCount} clients that come one after the other see each of ${chunkCount} chunks, none lost or doubled`,
  async () => {
    const { id } = await job.call("message.streamCreate", { sandboxId, messageId: "long" });
    const followers: Follower[] = [];
    let appended = 0;
    const appendAll = async (): Promise<void> => {
      while (appended < chunkCount) {
        appended += 1;
        if (appended > (followers.length * chunkCount) / clientCount) followers.push(new Follower(id));
        await job.call("message.streamAppend", { messageId: id, chunk: `${appended};` });
      }
    };
    await Promise.all(Array.from({ length: connectionCount }, appendAll));
    const [{ content }] = await job.call("message.listBySandbox", { sandboxId });
    await Promise.all(followers.map((follower) => follower.until(() => follower.text.length >= content.length)));
    expect(new Set(followers.map(({ text }) => text))).toEqual(new Set([content]));
    const numbers = (content as string).split(";").slice(0, -1).map(Number);
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: chunkCount }, (_, index) => index + 1));
    // Each chunk is sent again only until its follower subscribes again.
    for (const { sentCount } of followers) expect(sentCount).toBeLessThan(chunkCount * 20);
    await job.call("message.streamFinalize", { messageId: id, finalContent: content });
    await Promise.all(followers.map((follower) => follower.until(() => follower.content !== null)));
    expect(new Set(followers.map((follower) => follower.content))).toEqual(new Set([content]));
  },
  chunkCount * 30 + 60_000,
);
