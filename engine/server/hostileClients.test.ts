// Clients that are slow, rude or gone hold up nobody else, and cost no more than they are allowed.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRaw, startServers, type RawConnection, type Running } from "./testing/startServers";

const STALL_MS = 300;

let running: Running;
beforeAll(async () => {
  running = await startServers({
    headersTimeoutMs: 250,
    bodyTimeoutMs: 250,
    stallTimeoutMs: STALL_MS,
    lingerMs: 100,
    keepAliveTimeoutMs: 1_000,
    maxBodyBytes: 17_000_000,
  });
});
afterAll(() => running.servers.close(0));

const rejections: unknown[] = [];
const remember = (reason: unknown) => rejections.push(reason);
beforeAll(() => void process.on("unhandledRejection", remember));
afterAll(() => void process.off("unhandledRejection", remember));
afterAll(() => {
  if (rejections.length > 0) throw new Error("a rejection was left unhandled", { cause: rejections[0] });
});

/** Is another client served, and soon? */
async function servesOthers(): Promise<boolean> {
  const started = performance.now();
  const response = await running.post("/api/query", { path: "a:b", args: {} });
  return response.status === 200 && performance.now() - started < 1_000;
}

describe("half a request", () => {
  it.each([
    ["nothing at all", ""],
    ["half a request line", "POST /api/que"],
    ["half the headers", "POST /api/query HTTP/1.1\r\nHost: x\r\nX-Slow: "],
    ["half a body", "POST /api/query HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"],
    ["half a chunked body", "POST /api/query HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"],
  ])("%s is answered with 408 and the connection ends", async (_what, text) => {
    const raw = await openRaw(running.socketPort);
    raw.socket.write(text);
    expect(await servesOthers()).toBe(true);
    expect(await raw.closed).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("a header that drips in byte by byte gains no time", async () => {
    const raw = await openRaw(running.httpPort);
    raw.socket.write("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    const drip = setInterval(() => raw.socket.write("x"), 20);
    expect(await raw.closed).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(drip);
  });
});

describe("too large a body", () => {
  it("announced: 413 before it is sent, and the connection ends", async () => {
    const raw = await openRaw(running.socketPort);
    raw.socket.write("POST /api/query HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n");
    const received = await raw.closed;
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    expect(received).toContain("PayloadTooLarge");
  });

  it("not announced: 413 once the bound is passed, and the rest is not kept", async () => {
    const raw = await openRaw(running.socketPort);
    raw.socket.write("POST /api/query HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    const piece = `f4240\r\n${"x".repeat(1_000_000)}\r\n`;
    for (let sent = 0; sent < 20; sent += 1) raw.socket.write(piece);
    expect(await raw.closed).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("announced with Expect: 100-continue: refused without inviting it", async () => {
    const raw = await openRaw(running.socketPort);
    raw.socket.write("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\nExpect: 100-continue\r\n\r\n");
    const received = await raw.closed;
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
  });
});

it("Expect: 100-continue invites a body that fits", async () => {
  const raw = await openRaw(running.socketPort);
  raw.socket.write(
    "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n",
  );
  await raw.until("100 Continue");
  raw.socket.write("hi");
  expect(await raw.closed).toMatch(/200 OK[\s\S]*hi$/);
});

it("1,000 idle connections hold up nobody", async () => {
  const idle: RawConnection[] = [];
  while (idle.length < 1_000) {
    idle.push(...(await Promise.all(Array.from({ length: 100 }, () => openRaw(running.socketPort)))));
  }
  expect(await servesOthers()).toBe(true);
  for (const { socket } of idle) socket.destroy();
});

describe("an unread response", () => {
  const body = "x".repeat(16_000_000);

  it("is dropped when the client takes nothing of it, even if it goes on sending", async () => {
    const raw = await openRaw(running.socketPort);
    raw.socket.pause();
    raw.socket.write(`POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    // Empty lines before a request are allowed. That they cannot be sent any more shows the end of the connection.
    const sending = setInterval(() => raw.socket.write("\r\n"), 20);
    const received = await raw.closed;
    clearInterval(sending);
    expect(received.length).toBeLessThan(body.length);
    expect(await servesOthers()).toBe(true);
  });

  it("arrives whole at a client that takes its time", async () => {
    const raw = await openRaw(running.socketPort);
    raw.socket.write(`POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await raw.until("200 OK");
    raw.socket.pause();
    await new Promise((resolve) => setTimeout(resolve, STALL_MS / 2));
    raw.socket.resume();
    expect((await raw.until(body)).endsWith(body)).toBe(true);
    raw.socket.destroy();
  });

  it("stops the stream that makes it", async () => {
    let produced = 0;
    const cancelled = new Promise<void>((resolve) => {
      running.application.action = () => ({
        kind: "response",
        response: new Response(
          new ReadableStream({
            pull(controller) {
              produced += 100_000;
              controller.enqueue(new Uint8Array(100_000));
            },
            cancel: () => resolve(),
          }),
        ),
      });
    });
    const raw = await openRaw(running.httpPort);
    raw.socket.pause();
    raw.socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await cancelled;
    expect(produced).toBeLessThan(20_000_000);
    raw.socket.destroy();
  });
});

describe("clients that go away", () => {
  it("while they send", async () => {
    const raw = await openRaw(running.socketPort);
    raw.socket.write("POST /api/query HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{");
    raw.socket.resetAndDestroy();
    expect(await servesOthers()).toBe(true);
  });

  it("while their function runs", async () => {
    let finish: () => void = () => undefined;
    const { result } = running.application;
    const entered = new Promise<void>((resolve) => {
      running.application.result = async () => {
        resolve();
        await new Promise<void>((go) => (finish = go));
        return { kind: "success", value: null, logLines: [] };
      };
    });
    const raw = await openRaw(running.socketPort);
    const body = '{"path":"a:b","args":{}}';
    raw.socket.write(`POST /api/query HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await entered;
    raw.socket.resetAndDestroy();
    await new Promise((resolve) => setTimeout(resolve, 20));
    finish();
    running.application.result = result;
    expect(await servesOthers()).toBe(true);
  });
});

it("requests sent without waiting for replies are answered in order", async () => {
  const raw = await openRaw(running.socketPort);
  const request = (n: number) => `POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n#${n}`;
  raw.socket.write([1, 2, 3, 4, 5].map(request).join(""));
  const received = await raw.until("#5");
  expect(received.match(/#\d/g)).toEqual(["#1", "#2", "#3", "#4", "#5"]);
  raw.socket.destroy();
});
