// Tests that clients which are slow, break rules or disappear delay nobody else and cost no more than allowed.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openRaw, startServers, type RawConnection, type Running } from "./testing/startServers";

const farAway = 600_000;
/** A server with timeouts so short that a test sees clients being cut off. */
let strict: Running;
/** A server that cuts nobody off during a test. So a client served beside a slow one did not wait for its end. */
let patient: Running;
beforeAll(async () => {
  strict = await startServers({
    headersTimeoutMs: 250,
    bodyTimeoutMs: 250,
    stallTimeoutMs: 300,
    lingerMs: 100,
    keepAliveTimeoutMs: 1_000,
    maxResponseBytes: 1_000_000_000,
  });
  patient = await startServers({
    headersTimeoutMs: farAway,
    bodyTimeoutMs: farAway,
    stallTimeoutMs: farAway,
    lingerMs: 250,
    maxBodyBytes: 17_000_000,
  });
});
afterAll(() => Promise.all([strict.servers.close(0), patient.servers.close(0)]));

const rejections: unknown[] = [];
const remember = (reason: unknown) => rejections.push(reason);
beforeAll(() => void process.on("unhandledRejection", remember));
afterAll(() => void process.off("unhandledRejection", remember));
afterAll(() => {
  if (rejections.length > 0) throw new Error("a rejection was left unhandled", { cause: rejections[0] });
});

/** Returns the status that another client receives. */
async function statusForOthers(): Promise<number> {
  return (await patient.post("/api/query", { path: "a:b", args: {} })).status;
}

describe("half a request", () => {
  const halves = [
    ["nothing at all", ""],
    ["half a request line", "POST /api/que"],
    ["half the headers", "POST /api/query HTTP/1.1\r\nHost: x\r\nX-Slow: "],
    ["half a body", "POST /api/query HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"],
    ["half a chunked body", "POST /api/query HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"],
  ] as const;

  it.each(halves)("%s is answered with 408 and the connection ends", async (_what, text) => {
    const raw = await openRaw(strict.socketPort);
    raw.socket.write(text);
    expect(await raw.closed).toMatch(/^HTTP\/1\.1 408 /);
  });

  it.each(halves)("%s delays nobody", async (_what, text) => {
    const raw = await openRaw(patient.socketPort);
    raw.socket.write(text);
    expect(await statusForOthers()).toBe(200);
    raw.socket.destroy();
  });

  it("a header that drips in byte by byte gains no time", async () => {
    const raw = await openRaw(strict.httpPort);
    raw.socket.write("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    const drip = setInterval(() => raw.socket.write("x"), 20);
    expect(await raw.closed).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(drip);
  });
});

describe("too large a body", () => {
  it("announced: 413 before it is sent, and the connection ends", async () => {
    const raw = await openRaw(patient.socketPort);
    raw.socket.write("POST /api/query HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n");
    const received = await raw.closed;
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    expect(received).toContain("PayloadTooLarge");
  });

  it("not announced: 413 once the bound is passed, and the rest is not kept", async () => {
    const raw = await openRaw(patient.socketPort);
    raw.socket.write("POST /api/query HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    const piece = `f4240\r\n${"x".repeat(1_000_000)}\r\n`;
    for (let sent = 0; sent < 20; sent += 1) raw.socket.write(piece);
    expect(await raw.closed).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("announced with Expect: 100-continue: refused without inviting it", async () => {
    const raw = await openRaw(patient.socketPort);
    raw.socket.write("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\nExpect: 100-continue\r\n\r\n");
    const received = await raw.closed;
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
  });
});

it("Expect: 100-continue invites a body that fits", async () => {
  const raw = await openRaw(patient.socketPort);
  raw.socket.write(
    "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n",
  );
  await raw.until("100 Continue");
  raw.socket.write("hi");
  expect(await raw.closed).toMatch(/200 OK[\s\S]*hi$/);
});

it("1,000 idle connections delay nobody", async () => {
  const idle: RawConnection[] = [];
  while (idle.length < 1_000) {
    idle.push(...(await Promise.all(Array.from({ length: 100 }, () => openRaw(patient.socketPort)))));
  }
  expect(await statusForOthers()).toBe(200);
  for (const { socket } of idle) socket.destroy();
});

describe("an unread response", () => {
  // More bytes than the operating system buffers for a client that reads nothing (Linux: 37 MB by default).
  const large = "x".repeat(64_000_000);
  const text = JSON.stringify({ path: "a:b", args: {} });
  const head = `POST /api/query HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${text.length}`;
  const question = `${head}\r\n\r\n${text}`;

  function answerLarge({ application }: Running): void {
    const { result } = application;
    application.result = () => ({ kind: "success", value: large, logLines: [] });
    onTestFinished(() => {
      application.result = result;
    });
  }

  it("is dropped when the client takes nothing of it, even if it continues to send", async () => {
    answerLarge(strict);
    const raw = await openRaw(strict.socketPort);
    raw.socket.pause();
    raw.socket.write(question);
    // Empty lines before a request are allowed. The test sees the end of the connection when they can no longer be
    // sent.
    const sending = setInterval(() => raw.socket.write("\r\n"), 20);
    const received = await raw.closed;
    clearInterval(sending);
    expect(received.length).toBeLessThan(large.length);
  });

  it("delays nobody, and arrives whole when the client continues", async () => {
    answerLarge(patient);
    const raw = await openRaw(patient.socketPort);
    raw.socket.write(question);
    await raw.until("200 OK");
    raw.socket.pause();
    expect((await patient.api("/version")).status).toBe(200);
    raw.socket.resume();
    expect((await raw.closed).includes(large)).toBe(true);
  });

  it("stops the stream that makes it", async () => {
    let produced = 0;
    const cancelled = new Promise<void>((resolve) => {
      strict.application.action = () => ({
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
    const raw = await openRaw(strict.httpPort);
    raw.socket.pause();
    raw.socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await cancelled;
    expect(produced).toBeLessThan(large.length);
    raw.socket.destroy();
  });
});

describe("clients that go away", () => {
  it("while they send", async () => {
    const raw = await openRaw(patient.socketPort);
    raw.socket.write("POST /api/query HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{");
    raw.socket.resetAndDestroy();
    expect(await statusForOthers()).toBe(200);
  });

  it("while their function runs", async () => {
    const { application } = patient;
    const { result } = application;
    let finish: () => void = () => undefined;
    const entered = new Promise<void>((resolve) => {
      application.result = async () => {
        resolve();
        await new Promise<void>((go) => (finish = go));
        return { kind: "success", value: null, logLines: [] };
      };
    });
    const raw = await openRaw(patient.socketPort);
    const body = '{"path":"a:b","args":{}}';
    raw.socket.write(`POST /api/query HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await entered;
    application.result = result;
    raw.socket.resetAndDestroy();
    expect(await statusForOthers()).toBe(200);
    finish();
    expect(await statusForOthers()).toBe(200);
  });
});

it("requests sent without waiting for replies are answered in order", async () => {
  const raw = await openRaw(patient.socketPort);
  const request = (n: number) => `POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n#${n}`;
  raw.socket.write([1, 2, 3, 4, 5].map(request).join(""));
  const received = await raw.until("#5");
  expect(received.match(/#\d/g)).toEqual(["#1", "#2", "#3", "#4", "#5"]);
  raw.socket.destroy();
});
