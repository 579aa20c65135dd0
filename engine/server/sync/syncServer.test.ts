// Tests how many clients the live socket admits, how long silent ones stay, and how all are sent away.
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import type { Caller } from "../../application/contract";
import { SyncSocket } from "../testing/syncSocket";
import type { ServerLimits } from "../limits";
import { openRaw, startServers, type Running } from "../testing/startServers";

let running: Running | undefined;
afterEach(() => running?.servers.close(0));

async function start(limits: Partial<ServerLimits>): Promise<{ socketUrl: string; running: Running }> {
  running = await startServers(limits);
  return { socketUrl: `http://127.0.0.1:${running.socketPort}`, running };
}

const upgrade =
  "GET /api/sync HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

it("a client without news gets a Ping now and then", async () => {
  const { socketUrl } = await start({ heartbeatMs: 10, idlePingMs: 20 });
  const socket = await SyncSocket.connect(socketUrl);
  expect(await socket.next("Ping")).toStrictEqual({ type: "Ping" });
  expect(await socket.next("Ping")).toStrictEqual({ type: "Ping" });
});

it("a client that does not answer pings is dropped, and one that answers stays", async () => {
  const { socketUrl, running: servers } = await start({ heartbeatMs: 10, silenceMs: 300 });
  const here = await SyncSocket.connect(socketUrl);
  const raw = await openRaw(servers.socketPort);
  raw.socket.write(upgrade);
  expect(await raw.closed).toMatch(/^HTTP\/1\.1 101 /);
  here.modify();
  await here.transition();
});

it("a client that takes nothing of what it is sent is dropped after a while, even if it continues to send", async () => {
  const { socketUrl, running: servers } = await start({ heartbeatMs: 10, stallTimeoutMs: 300 });
  servers.application.result = () => ({ kind: "success", value: "x".repeat(20_000_000), logLines: [] });
  const socket = await SyncSocket.connect(socketUrl);
  socket.socket.pause();
  socket.act(0, "a:b", {});
  const send = setInterval(() => socket.send({ type: "Event", eventType: "x", event: null }), 20);
  await expect.poll(() => socket.socket.readyState).not.toBe(socket.socket.OPEN);
  clearInterval(send);
});

it("a client that asks and never reads the answers is dropped when they pile up, and the others continue", async () => {
  const { socketUrl, running: servers } = await start({ maxBacklogBytes: 1_000_000 });
  servers.application.result = () => ({ kind: "success", value: "x".repeat(1_000_000), logLines: [] });
  const rude = await SyncSocket.connect(socketUrl);
  rude.socket.pause();
  const isOpen = (): boolean => {
    rude.act(0, "a:b", {});
    return rude.socket.readyState === rude.socket.OPEN;
  };
  await expect.poll(isOpen, { interval: 1 }).toBe(false);
  const socket = await SyncSocket.connect(socketUrl);
  socket.act(0, "a:b", {});
  expect(await socket.next("ActionResponse")).toMatchObject({ success: true });
});

it("a client beyond the limit is told to try again later", async () => {
  // With a limit of two, one address may have one client, so that as much is left for others.
  const { socketUrl } = await start({ maxSyncClients: 2 });
  const first = await SyncSocket.connect(socketUrl);
  const second = await SyncSocket.connect(socketUrl);
  expect(await second.closed).toMatchObject({ code: 1013, reason: "TooManyConcurrentRequests" });
  first.socket.close();
  await first.closed;
  const third = await SyncSocket.connect(socketUrl);
  third.modify();
  await third.transition();
});

it("an anonymous client may not have more queries than its limit", async () => {
  const { socketUrl } = await start({ maxQueriesPerAnonymous: 1 });
  const socket = await SyncSocket.connect(socketUrl);
  socket.add(0, "a:b", {});
  await socket.change();
  socket.add(1, "a:b", {});
  expect(await socket.next("FatalError")).toMatchObject({ error: "A client may have at most 1 queries." });
});

it("a client that asks for too much at once receives all answers, one after another", async () => {
  const { socketUrl } = await start({ maxCallsPerClient: 2 });
  const socket = await SyncSocket.connect(socketUrl);
  for (let n = 0; n < 50; n++) socket.mutate(n, "a:b", { n });
  for (let n = 0; n < 50; n++)
    expect(await socket.next("MutationResponse")).toMatchObject({ requestId: n, result: { n } });
});

it("a token that has expired is reported when it next counts, as no attempt of the client", async () => {
  const { socketUrl, running: servers } = await start({});
  const caller: Caller = { kind: "user", identity: { subject: "ann" }, token: "t", expiresAtMs: Date.now() + 200 };
  servers.application.authenticate = async () => caller;
  const socket = await SyncSocket.connect(socketUrl);
  socket.send({ type: "Authenticate", tokenType: "User", value: "t", baseVersion: 0 });
  expect(await socket.transition()).toMatchObject({ endVersion: { identity: 1 } });
  await expect.poll(() => Date.now()).toBeGreaterThan(caller.expiresAtMs);
  socket.mutate(0, "a:b", {});
  expect(await socket.next("AuthError")).toMatchObject({ baseVersion: 1, authUpdateAttempted: false });
  expect(servers.application.calls).toStrictEqual([]);
});

it("a failure of the engine ends the connection with a reason after which clients connect again", async () => {
  const { socketUrl, running: servers } = await start({});
  const report = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => report.mockRestore());
  servers.application.result = () => {
    throw new Error("the engine failed");
  };
  const socket = await SyncSocket.connect(socketUrl);
  socket.mutate(0, "a:b", {});
  expect(await socket.closed).toMatchObject({ code: 1011, reason: expect.stringMatching(/^InternalServerError/) });
});

it("at the end all clients are told to disconnect, and those that do not are cut off", async () => {
  const { socketUrl, running: servers } = await start({});
  const socket = await SyncSocket.connect(socketUrl);
  const raw = await openRaw(servers.socketPort);
  raw.socket.write(upgrade);
  await raw.until("\r\n\r\n");
  await servers.servers.close(5_000);
  expect(await socket.closed).toMatchObject({ code: 1001, reason: expect.any(String) });
  await raw.closed;
});
