// Tests how much one client may use, and that others are served while it does. That client has the address 127.0.0.2;
// the others have 127.0.0.1.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { ADMIN_KEY } from "./testing/fakeApplication";
import { openRaw, startServers, type RawConnection, type Running } from "./testing/startServers";
import { SyncSocket } from "./testing/syncSocket";

const kilobyte = 1_000;
const limits = {
  maxConnections: 40,
  maxPipelined: 8,
  maxHeldBytes: 400 * kilobyte,
  maxBodyBytes: 200 * kilobyte,
  maxAnonymousBytes: 50 * kilobyte,
  maxEchoBytes: 50 * kilobyte,
  maxArgumentBytesPerClient: 150 * kilobyte,
  maxSyncClients: 12,
  maxBatch: 5,
  maxActions: 20,
  maxActionsPerCredential: 4,
  actionPatienceMs: 100,
  lingerMs: 100,
};
const rude = "127.0.0.2";

let running: Running;
beforeEach(async () => {
  running = await startServers(limits);
});
afterEach(() => running.servers.close(0));

const statusForOthers = async () => (await running.post("/api/query", { path: "a:b", args: {} })).status;
const user = { Authorization: "Bearer a.b.c" };

async function many(count: number, open: () => Promise<RawConnection>): Promise<RawConnection[]> {
  return await Promise.all(Array.from({ length: count }, open));
}

function syncAs(localAddress: string): Promise<SyncSocket> {
  return SyncSocket.over(new WebSocket(`ws://127.0.0.1:${running.socketPort}/api/1.48.0/sync`, { localAddress }));
}

describe("of connections", () => {
  it("one address has half; the next is refused on either host, and another address is served", async () => {
    for (const port of [running.socketPort, running.httpPort]) {
      const idle = await many(20, () => openRaw(port, rude));
      const refused = await (await openRaw(port, rude)).closed;
      expect(refused).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n[\s\S]*Retry-After: 10\r\n/);
      expect([await statusForOthers(), (await running.site("/")).status]).toEqual([200, 200]);
      for (const { socket } of idle) socket.destroy();
    }
  });

  it("a new connection is accepted when one ends", async () => {
    const idle = await many(20, () => openRaw(running.socketPort, rude));
    idle[0]?.socket.destroy();
    await idle[0]?.closed;
    const next = await openRaw(running.socketPort, rude);
    next.socket.write("GET /version HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(await next.until("1.48")).toContain("200 OK");
    for (const { socket } of [...idle, next]) socket.destroy();
  });

  it("connections of a trusted proxy are counted by client", async () => {
    const behind = await startServers(limits, [rude]);
    const idle = await many(30, () => openRaw(behind.socketPort, rude));
    idle[0]?.socket.write("GET /version HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(await idle[0]?.until("1.48")).toContain("200 OK");
    for (const { socket } of idle) socket.destroy();
    await behind.servers.close(0);
  });

  it("a bounded number of requests may be sent before their answers", async () => {
    running.application.action = () => new Promise(() => undefined);
    const raw = await openRaw(running.httpPort, rude);
    raw.socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(10));
    await raw.closed;
    expect((await running.api("/version")).status).toBe(200);
  });
});

describe("of bytes", () => {
  const half = (bytes: number) =>
    `POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes + 1}\r\n\r\n${"x".repeat(bytes)}`;

  it("incomplete bodies beyond the share of an address are refused, and the share is free again afterwards", async () => {
    const slow = await many(4, () => openRaw(running.httpPort, rude));
    const received = slow.map(({ closed }) => closed);
    for (const { socket } of slow) socket.write(half(90 * kilobyte));
    expect(await Promise.race(received)).toMatch(/^HTTP\/1\.1 429 [\s\S]*Retry-After: 10[\s\S]*TOO_MANY_REQUESTS/);
    expect(await statusForOthers()).toBe(200);
    for (const { socket } of slow) socket.destroy();
    await Promise.all(received);
    const raw = await openRaw(running.httpPort, rude);
    raw.socket.write(`${half(180 * kilobyte)}x`);
    expect(await raw.until("hello")).toContain("200 OK");
    raw.socket.destroy();
  });

  it("unread answers beyond the share of an address are dropped", async () => {
    const response = "x".repeat(30_000_000);
    await running.servers.close(0);
    running = await startServers({ ...limits, maxResponseBytes: 40_000_000 });
    running.application.action = () => ({ kind: "response", response: new Response(response) });
    const raw = await openRaw(running.httpPort, rude);
    raw.socket.pause();
    raw.socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    const sending = setInterval(() => raw.socket.write("\r\n"), 20);
    expect((await raw.closed).length).toBeLessThan(response.length);
    clearInterval(sending);
  });

  it("an anonymous caller's request may be less long than that of a known caller", async () => {
    const body = { path: "a:b", args: { text: "x".repeat(100 * kilobyte) } };
    expect((await running.post("/api/query", body)).status).toBe(413);
    expect((await running.post("/api/query", body, user)).status).toBe(200);
    expect((await running.post("/echo", body, user)).status).toBe(413);
  });

  it("an incomplete message of the live socket that is too long closes with 1009 for an anonymous client", async () => {
    const socket = await syncAs(rude);
    for (let sent = 0; sent < 4; sent++) socket.socket.send("x".repeat(40 * kilobyte), { fin: false });
    expect((await socket.closed).code).toBe(1009);
    expect(await statusForOthers()).toBe(200);
  });

  it("incomplete messages and arguments beyond the share of an address close with 1013, and other addresses are served", async () => {
    const sockets = await Promise.all(Array.from({ length: 5 }, () => syncAs(rude)));
    for (const socket of sockets) {
      socket.greet();
      socket.add(0, "a:b", { text: "x".repeat(45 * kilobyte) });
    }
    const closed = await Promise.race(sockets.map((socket) => socket.closed));
    expect(closed).toMatchObject({ code: 1013, reason: "TooManyBytes" });
    const other = await SyncSocket.connect(`http://127.0.0.1:${running.socketPort}`);
    other.add(0, "a:b", { text: "x".repeat(45 * kilobyte) });
    expect(await other.value(0)).toMatchObject({ text: expect.any(String) });
  });

  it("a client that signs in may send longer messages", async () => {
    const socket = await syncAs(rude);
    socket.greet();
    socket.send({ type: "Authenticate", tokenType: "User", value: "a.b.c", baseVersion: 0 });
    socket.add(0, "a:b", { text: "x".repeat(100 * kilobyte) });
    expect(await socket.value(0)).toMatchObject({ text: expect.any(String) });
    socket.close();
    await socket.closed;
    const anonymous = await syncAs(rude);
    anonymous.greet();
    anonymous.add(0, "a:b", { text: "x".repeat(100 * kilobyte) });
    expect((await anonymous.closed).code).toBe(1009);
  });
});

it("one address may have half of the live clients, and another address still gets in", async () => {
  const sockets = await Promise.all(Array.from({ length: 6 }, () => syncAs(rude)));
  expect((await (await syncAs(rude)).closed).code).toBe(1013);
  const other = await SyncSocket.connect(`http://127.0.0.1:${running.socketPort}`);
  other.modify();
  await other.transition();
  expect(sockets.map(({ socket }) => socket.readyState)).toEqual(sockets.map(() => WebSocket.OPEN));
});

describe("of work", () => {
  it("more than the bound of queries in a batch are 400, and others have a turn between two", async () => {
    const query = { path: "a:b", args: {} };
    const queries = (count: number) => ({ queries: Array.from({ length: count }, () => query) });
    expect((await running.post("/api/query_batch", queries(6))).status).toBe(400);
    const order: string[] = [];
    running.application.result = () => {
      order.push("query");
      if (order.length === 1) setImmediate(() => order.push("another"));
      return { kind: "success", value: null, logLines: [] };
    };
    expect((await running.post("/api/query_batch", queries(5))).status).toBe(200);
    expect(order.indexOf("another")).toBeLessThan(3);
  });

  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  it.each(["/api/query", "/api/query_batch", "/api/deploy2/start_push", "/api/development/sign_in"])(
    "JSON within JSON within JSON is 400 before it is parsed: %s",
    async (path) => {
      const response = await running.api(path, { method: "POST", body: deep });
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("within one another")]);
    },
  );

  it("and ends the connection of a live client", async () => {
    const socket = await syncAs(rude);
    socket.socket.send(deep);
    expect(await socket.next("FatalError")).toMatchObject({ error: expect.stringContaining("within one another") });
  });

  it("a function's name is not repeated at any length", async () => {
    const path = "x".repeat(30_000);
    const response = await running.post("/api/query", { path, args: {} });
    expect([response.status, (await response.text()).length < 500]).toEqual([400, true]);
  });

  it("no snapshot is pinned for an anonymous caller", async () => {
    expect((await running.post("/api/query_ts", {})).status).toBe(401);
    expect((await running.post("/api/query_ts", {}, user)).status).toBe(200);
    expect((await running.admin("/api/query_ts", {})).status).toBe(200);
  });
});

describe("of requests that are held", () => {
  const get = (credential: string) => `GET / HTTP/1.1\r\nHost: x\r\nAuthorization: ${credential}\r\n\r\n`;

  function holdAll(): () => void {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    running.application.action = async () => {
      await held;
      return { kind: "response", response: new Response("done") };
    };
    return release;
  }

  it("requests beyond the limit of a credential get 429 with Retry-After; other credentials are served", async () => {
    const release = holdAll();
    const ask = async (credential: string) => {
      const raw = await openRaw(running.httpPort, rude);
      raw.socket.write(get(credential));
      return raw;
    };
    const held = await Promise.all(Array.from({ length: 4 }, () => ask("Bearer key")));
    const refused = await ask("Bearer key");
    expect(await refused.until("}}")).toMatch(/^HTTP\/1\.1 429 [\s\S]*Retry-After: 5\r\n[\s\S]*"retryable":true/);
    const other = await ask("Bearer other");
    release();
    for (const raw of [...held, other]) expect(await raw.until("done")).toContain("200 OK");
    const after = await ask("Bearer key");
    expect(await after.until("done")).toContain("200 OK");
    for (const { socket } of [...held, other, after, refused]) socket.destroy();
  });

  it("requests beyond the share of an address get 429 with any credential; another address is served", async () => {
    const release = holdAll();
    const held = await many(10, () => openRaw(running.httpPort, rude));
    for (const [index, { socket }] of held.entries()) socket.write(get(`Bearer ${index}`));
    const next = await openRaw(running.httpPort, rude);
    next.socket.write(get("Bearer next"));
    expect(await next.until("}}")).toContain(" 429 ");
    const other = running.site("/");
    release();
    expect((await other).status).toBe(200);
    for (const { socket } of [...held, next]) socket.destroy();
  });

  it("all of a burst of short requests are served in turn", async () => {
    await running.servers.close(0);
    running = await startServers({ ...limits, actionPatienceMs: 20_000 });
    running.application.action = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { kind: "response", response: new Response("done") };
    };
    const asked = Array.from({ length: 16 }, () => running.site("/", { headers: { Authorization: "Bearer key" } }));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200));
  });

  it("a client that leaves while it waits is not served", async () => {
    const release = holdAll();
    const held = await many(4, () => openRaw(running.httpPort, rude));
    for (const { socket } of held) socket.write(get("Bearer key"));
    const waiting = await openRaw(running.httpPort, rude);
    waiting.socket.write(get("Bearer key"));
    await expect.poll(statusForOthers).toBe(200);
    waiting.socket.destroy();
    release();
    for (const raw of held) await raw.until("done");
    expect((await running.site("/")).status).toBe(200);
    for (const { socket } of held) socket.destroy();
  });
});

it("only the size of bodies limits the admin", async () => {
  const body = { path: "a:b", args: { text: "x".repeat(100 * kilobyte) } };
  expect((await running.post("/api/query", body, { Authorization: `Convex ${ADMIN_KEY}` })).status).toBe(200);
});
