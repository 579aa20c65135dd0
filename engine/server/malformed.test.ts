// Requests that break the rules of HTTP are refused with a sentence, and nothing of them stays: no timer and no
// connection.
import { connect } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRaw, startServers, type Running } from "./testing/startServers";

let running: Running;
beforeAll(async () => {
  running = await startServers({ lingerMs: 300 });
});
afterAll(() => running.servers.close(0));

const hosts = ["socketPort", "httpPort"] as const;
const post = "POST /api/query HTTP/1.1\r\nHost: x\r\n";
const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`;
const get = "GET /version HTTP/1.1\r\n";

/** Returns what the server answers until it ends the connection, to a client that has ended its side or not. */
async function answerTo(host: (typeof hosts)[number], text: string, endsIt = false): Promise<string> {
  const raw = await openRaw(running[host]);
  raw.socket.write(text, "latin1");
  if (endsIt) raw.socket.end();
  return raw.closed;
}

describe.each(hosts)("%s", (host) => {
  it.each([
    ["a bad size of a chunk", `${chunked}zz\r\n{}\r\n0\r\n\r\n`, "chunks"],
    ["too large a size of a chunk", `${chunked}fffffffffffffffffff\r\n{}`, "chunks"],
    ["Content-Length and Transfer-Encoding", `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n`, "HTTP"],
    ["two lengths", `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, "HTTP"],
    ["a folded header", `${get}Host: x\r\nX-A: b\r\n c\r\n\r\n`, "HTTP"],
    ["NUL in a header", `${get}Host: x\r\nX-A: b\0c\r\n\r\n`, "HTTP"],
    ["a path that is not ASCII", "GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP"],
    ["no Host", `${get}Connection: close\r\n\r\n`, "Host header is missing"],
    ["two Hosts", `${get}Host: x\r\nConnection: close\r\nhost: y\r\n\r\n`, "more than one Host"],
    ["what is not a Host", `${get}Host: x y/@\r\nConnection: close\r\n\r\n`, "not a host name"],
    ["* as target", "GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "must be a path"],
    ["OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "must be a path"],
    ["an authority as target", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", "must be a path"],
  ])("answers %s with 400", async (_what, text, reason) => {
    const answer = await answerTo(host, text);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(new RegExp(`"message":"[^"]*${reason}[^"]*"`));
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it.each([
    ["a chunked body", `${chunked}5\r\n{`],
    ["a body with a length", `${post}Content-Length: 100\r\n\r\n{`],
    ["a body that was invited", `${post}Expect: 100-continue\r\nContent-Length: 100\r\n\r\n{`],
  ])("answers %s that breaks off with 400", async (_what, text) => {
    const answer = await answerTo(host, text, true);
    expect(answer).toMatch(/^(HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 400 /);
    expect(answer).toContain("The request body ended too early.");
  });

  it("answers a coding of the body other than chunked with 501", async () => {
    for (const coding of ["gzip", "gzip, chunked"]) {
      const answer = await answerTo(host, `${post}Transfer-Encoding: ${coding}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 501 /);
    }
  });
});

describe("an upload whose chunks are malformed", () => {
  const upload = (token: string) => `POST /api/storage/upload?token=${token} HTTP/1.1\r\nHost: x\r\n`;
  const body = "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\nzz\r\n";

  it("is answered with 400", async () => {
    expect(await answerTo("socketPort", upload("good") + body)).toMatch(/^HTTP\/1\.1 400 [^]*chunks/);
  });

  it("has no second answer when it was refused before", async () => {
    const raw = await openRaw(running.socketPort);
    const [head = "", ...rest] = (upload("bad") + body).split("zz");
    raw.socket.write(head);
    await raw.until("401 Unauthorized");
    raw.socket.write(`zz${rest.join("")}`);
    expect((await raw.closed).match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

it("takes the host of a whole URL as target, and the path that follows it", async () => {
  const urls: string[] = [];
  running.application.action = (request) => {
    urls.push(request.url);
    return { kind: "response", response: new Response(null) };
  };
  for (const target of ["http://api.test/a?b", "http://api.test?b=/c", "HTTP://api.test"]) {
    await answerTo("httpPort", `GET ${target} HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n`);
  }
  await answerTo("httpPort", "GET /old HTTP/1.0\r\n\r\n");
  const own = `http://127.0.0.1:${running.httpPort}/old`;
  expect(urls).toEqual(["http://api.test/a?b", "http://api.test/?b=/c", "http://api.test/", own]);
});

it("opens no live socket for a request with two Hosts", async () => {
  const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
  const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  const text = `GET /api/1.48.0/sync HTTP/1.1\r\nHost: x\r\nHost: y\r\n${upgrade}${key}\r\n`;
  expect(await answerTo("socketPort", text)).toMatch(/^HTTP\/1\.1 400 /);
});

it.each([
  ["no HTTP at all", "garbage\r\n\r\n"],
  ["a broken chunk", `${chunked}zz\r\n`],
])("keeps no timer and no connection for clients that send %s and never end their side", async (_what, text) => {
  const inUse = () => process.getActiveResourcesInfo().filter((name) => /^(Timeout|TCPSocketWrap)$/.test(name)).length;
  const before = inUse();
  const clients = Array.from({ length: 200 }, () =>
    connect({ port: running.socketPort, host: "127.0.0.1", allowHalfOpen: true }),
  );
  const answered = clients.map(async (client) => {
    client.on("error", () => undefined).write(text);
    await once(client.resume(), "end");
  });
  await Promise.all(answered);
  // What is left are the clients' own sides.
  await expect.poll(inUse, { timeout: 3_000 }).toBeLessThanOrEqual(before + clients.length + 5);
  for (const client of clients) client.destroy();
  await expect.poll(inUse).toBeLessThanOrEqual(before + 5);
});
