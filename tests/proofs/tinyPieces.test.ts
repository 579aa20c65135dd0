// The product under attack by bytes that cost it a hundred times as much as those of an ordinary body: pieces of one
// byte, a megabyte of them on each of 64 connections, again and again for four seconds. Others are served within a
// second. The attacker's address is 127.0.0.2, that of the others is 127.0.0.1.
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { startEngine, type RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { createProject } from "../support/fixtures";
import { expectWithin } from "../support/measuredLimit";
import { measuredOption, useOf } from "../support/processUse";
import { Attacker, getting } from "./hostile/attacker";
import { during } from "./hostile/bystanders";

const connections = 64;
const megabyte = 1_000_000;
/** Most of it is memory that the process keeps for its next use. A tenth of a second of the attack is 64 MB. */
const maxGrownMb = 600;

let engine: RunningEngine;
let apiKey: string;
let resting: Awaited<ReturnType<typeof useOf>>;
beforeAll(async () => {
  engine = await startEngine({ appDir: rootDirectory, env: { NODE_OPTIONS: measuredOption } });
  ({ apiKey } = await createProject(deploymentOn(() => engine)));
  await during(engine, apiKey, async () => {});
  resting = await useOf(engine, 0);
});
afterAll(() => engine.stop());

const attackers: Attacker[] = [];
afterEach(() => leaveAll());

function leaveAll(): void {
  for (const attacker of attackers.splice(0)) attacker.leave();
}

const socketPort = () => Number(new URL(engine.socketUrl).port);
const httpPort = () => Number(new URL(engine.httpUrl).port);

const pieces = (text: string) => text.repeat(megabyte / text.length);
const chunked = (path: string, text: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${pieces(text)}`;
const upgrade = getting("/api/sync", {
  Upgrade: "websocket",
  Connection: "Upgrade",
  "Sec-WebSocket-Version": "13",
  "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
});
const frames = (bytes: number[], first: number[] = []) =>
  Buffer.concat([Buffer.from(upgrade), Buffer.from(first), Buffer.alloc(megabyte, Buffer.from(bytes))]);
const mask = [0, 0, 0, 0];

it.each([
  ["a body that is read", httpPort, chunked("/job/callback", "1\r\nx\r\n")],
  ["a body that is refused", httpPort, chunked("/nowhere", "1\r\nx\r\n")],
  ["a function call", socketPort, chunked("/api/query", "1\r\nx\r\n")],
  ["an upload", socketPort, chunked("/api/storage/upload?token=x", "1\r\nx\r\n")],
  ["empty lines", httpPort, pieces("\r\n")],
  ["messages", socketPort, frames([0x81, 0x81, ...mask, 0x20])],
  ["empty messages", socketPort, frames([0x81, 0x80, ...mask])],
  ["pings", socketPort, frames([0x89, 0x80, ...mask])],
  ["pongs", socketPort, frames([0x8a, 0x80, ...mask])],
  ["fragments", socketPort, frames([0x00, 0x81, ...mask, 0x20], [0x01, 0x81, ...mask, 0x20])],
  ["empty fragments", socketPort, frames([0x00, 0x80, ...mask], [0x01, 0x81, ...mask, 0x20])],
] as const)("%s in pieces of one byte delays nobody by a second", async (_what, port, bytes) => {
  const { failures, p99Ms, quietP99Ms, grownMb } = await during(engine, apiKey, async () => {
    const attacker = new Attacker(port());
    attackers.push(attacker);
    await attacker.open(connections, bytes);
    leaveAll();
  });
  expect(failures).toEqual([]);
  expectWithin(1_000, p99Ms - quietP99Ms, "milliseconds that others waited");
  expectWithin(maxGrownMb, grownMb, "MB by which memory grew");
});

it("afterwards nothing of it is held", async () => {
  const held = async (): Promise<number> => {
    const { heapMb, externalMb } = await useOf(engine, 0);
    return heapMb + externalMb - resting.heapMb - resting.externalMb;
  };
  // The server learns that a client is gone when it reads, at the latest when the time of its request is over.
  await expect.poll(held, { timeout: 150_000, interval: 2_000 }).toBeLessThan(50);
});
