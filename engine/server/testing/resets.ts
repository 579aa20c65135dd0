// Clients whose connection breaks. Every kind of exchange is broken off by a TCP reset after each of its parts: at
// once, and a moment later, when the answer may be under way.
import { connect } from "node:net";

export interface BrokenExchange {
  what: string;
  /** The text that the client sends, in parts. The connection may break after each part. */
  parts: string[];
}

export const handshake = (path: string, more = "") =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`;

export const upgradeTo = (path: string, protocol: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;

const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;

const post = (path: string, body: string, more = ""): string[] => {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}`;
  const half = Math.floor(body.length / 2);
  return [head, `Content-Length: ${body.length}\r\n\r\n`, body.slice(0, half), body.slice(half)];
};

/** A text frame as a client sends it, with a mask of zeros. */
function frame(text: string): string {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0xfe, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), Buffer.from(text)]).toString("latin1");
}

const sync = "/api/1.48.0/sync";
const connectText =
  '{"type":"Connect","sessionId":"5e51a1ee-0000-4000-8000-000000000000","connectionCount":0,"lastCloseReason":null}';
const addText =
  '{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[{"type":"Add","queryId":0,"udfPath":"a:b","args":[{}]}]}';

/**
 * `paths` are paths that the server serves, from the shortest answer to one that streams or is held, with headers to
 * send.
 */
export function brokenExchanges(paths: { path: string; headers: string }[]): BrokenExchange[] {
  const query = '{"path":"a:b","args":{}}';
  return [
    ...paths.flatMap(({ path, headers }) => [
      { what: `GET ${path}`, parts: ["GET ", `${path} HTTP/1.1\r\nHost`, `: x\r\n${headers}`, "\r\n"] },
      { what: `HEAD ${path}`, parts: [`HEAD ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`] },
      { what: `POST ${path}`, parts: post(path, query, headers) },
      { what: `PUT ${path} in chunks`, parts: chunked(path, headers) },
      { what: `five of ${path} at once`, parts: [get(path, headers).repeat(5), get(path, headers)] },
      ...["foo", "h2c", "websocket", "TLS/1.0"].map((protocol) => ({
        what: `upgrade of ${path} to ${protocol}`,
        parts: [upgradeTo(path, protocol), get(path)],
      })),
    ]),
    { what: "a compressed body", parts: post("/api/query", "\x1f\x8b\x08", "Content-Encoding: gzip\r\n") },
    { what: "an invited body", parts: post("/api/query", query, "Expect: 100-continue\r\n") },
    { what: "an expectation", parts: post("/api/query", query, "Expect: a-miracle\r\n") },
    { what: "CONNECT", parts: ["CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", "hello"] },
    { what: "no HTTP", parts: ["\x16\x03\x01\x00\xa5", "\r\n\r\n"] },
    { what: "a WebSocket", parts: [handshake(sync), frame(connectText), frame(addText).slice(0, 40), frame(addText)] },
    { what: "a WebSocket elsewhere", parts: [handshake("/api/elsewhere"), frame("{}")] },
    { what: "a WebSocket of another version", parts: [handshake(sync, "Sec-WebSocket-Version: 12\r\n"), frame("{}")] },
    { what: "a wrong handshake", parts: [upgradeTo(sync, "websocket"), frame("{}")] },
    { what: "an unmasked frame", parts: [handshake(sync), "\x81\x02{}", "\xff\xff\xff"] },
    { what: "an upload", parts: post("/api/storage/upload?token=good", "x".repeat(1000)) },
  ];
}

function chunked(path: string, headers: string): string[] {
  const head = `PUT ${path} HTTP/1.1\r\nHost: x\r\n${headers}Transfer-Encoding: chunked\r\n\r\n`;
  return [head, "5\r\nhel", "lo\r\n", "0\r\n\r\n"];
}

/**
 * Sends the first `sent` parts of an exchange and resets the connection after `afterMs`. Resolves when the connection
 * is closed.
 */
function breakOff(port: number, { parts }: BrokenExchange, sent: number, afterMs: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, localAddress: "127.0.0.2" });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
    socket.on("connect", () => {
      socket.write(Buffer.from(parts.slice(0, sent).join(""), "latin1"), () => {
        if (afterMs === 0) socket.resetAndDestroy();
        else setTimeout(() => socket.resetAndDestroy(), afterMs);
      });
    });
  });
}

/** Breaks off every exchange after each part, `times` times with a different delay. */
export async function breakOffAll(port: number, exchanges: BrokenExchange[], times: number): Promise<void> {
  for (const exchange of exchanges) {
    const attempts = Array.from({ length: times }, (_, afterMs) =>
      exchange.parts.map((_part, index) => breakOff(port, exchange, index + 1, afterMs)),
    );
    await Promise.all(attempts.flat());
  }
}
