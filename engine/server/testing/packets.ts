// Requests of every kind, to be sent one behind another in one packet: whole, half, wrong, and those that want to leave
// HTTP. Clients of raw sockets send them.
import { connect } from "node:net";
import { handshake, upgradeTo } from "./resets";

export interface Piece {
  what: string;
  /** The bytes, in latin1. */
  text: string;
}

export interface Paths {
  /** A path that is answered at once. */
  plain: string;
  /** A path whose answer takes a moment, so that the next request comes while it is owed. */
  held: string;
  /** A path whose answer is a stream. */
  stream: string;
  /** Headers of every request, each with its line end. */
  headers: string;
}

const sync = "/api/1.48.0/sync";
const body = '{"path":"a:b","args":{}}';

export function pieces({ plain, held, stream, headers }: Paths): Piece[] {
  const line = (method: string, path: string, version = "1.1") => `${method} ${path} HTTP/${version}\r\n`;
  const head = (method: string, path: string) => `${line(method, path)}Host: x\r\n${headers}`;
  const post = `${head("POST", plain)}Content-Type: application/json\r\n`;
  const ofBody = `Content-Length: ${body.length}\r\n\r\n`;
  const chunks = "Transfer-Encoding: chunked\r\n\r\n";
  const named: Record<string, string> = {
    GET: `${head("GET", plain)}\r\n`,
    "GET that is held": `${head("GET", held)}\r\n`,
    "GET of a stream": `${head("GET", stream)}\r\n`,
    "GET that closes": `${head("GET", plain)}Connection: close\r\n\r\n`,
    "GET with a body": `${head("GET", held)}${ofBody}${body}`,
    "GET of HTTP/1.0": `${line("GET", plain, "1.0")}\r\n`,
    HEAD: `${head("HEAD", held)}\r\n`,
    OPTIONS: `${head("OPTIONS", plain)}Origin: http://y\r\nAccess-Control-Request-Method: PUT\r\n\r\n`,
    "OPTIONS *": `${head("OPTIONS", "*")}\r\n`,
    PROPFIND: `${head("PROPFIND", plain)}\r\n`,
    "POST with a body": `${post}${ofBody}${body}`,
    "POST in chunks": `${post}${chunks}5\r\n${body.slice(0, 5)}\r\n${(body.length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\n\r\n`,
    "POST with half a body": `${post}Content-Length: 100\r\n\r\n{`,
    "POST with half a chunk": `${post}${chunks}5\r\n{`,
    "POST with a bad chunk": `${post}${chunks}zz\r\n{}\r\n`,
    "POST of too much": `${post}Content-Length: 99999999\r\n\r\n{`,
    "POST with an invitation": `${post}Expect: 100-continue\r\n${ofBody}${body}`,
    "POST that waits for an invitation": `${post}Expect: 100-continue\r\n${ofBody}`,
    "POST that expects a miracle": `${post}Expect: a-miracle\r\n${ofBody}${body}`,
    "POST in a coding": `${post}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    "POST with two lengths": `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    "POST with a length and chunks": `${post}Content-Length: 2\r\n${chunks}2\r\n{}\r\n0\r\n\r\n`,
    CONNECT: `${line("CONNECT", "x:1")}Host: x\r\n\r\n`,
    "CONNECT with data": `${line("CONNECT", "x:1")}Host: x\r\n\r\n\x16\x03\x01hello`,
    "upgrade to foo": upgradeTo(plain, "foo"),
    "upgrade to h2c": upgradeTo(held, "h2c"),
    "POST that upgrades": `${post}Connection: Upgrade\r\nUpgrade: foo\r\n${ofBody}${body}`,
    "a WebSocket": handshake(sync),
    "a WebSocket with a frame": `${handshake(sync)}\x81\x82\0\0\0\0{}`,
    "a WebSocket with an unmasked frame": `${handshake(sync)}\x81\x02{}`,
    "a WebSocket elsewhere": handshake("/api/elsewhere"),
    "a WebSocket of another version": handshake(sync, "Sec-WebSocket-Version: 12\r\n"),
    "a WebSocket without a key": upgradeTo(sync, "websocket"),
    "a preface of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "no Host": `${line("GET", plain)}\r\n`,
    "two Hosts": `${head("GET", plain)}Host: y\r\n\r\n`,
    "a whole URL": `${head("GET", `http://y${plain}`)}\r\n`,
    "headers of 40 kB": `${head("GET", plain)}X-Large: ${"x".repeat(40_000)}\r\n\r\n`,
    "half a request line": "GET /hea",
    "half the headers": `${head("GET", plain)}X-Slow: `,
    "empty lines": "\r\n\r\n",
    "no HTTP": "\x16\x03\x01\x00\xa5\x01\x00\r\n\r\n",
    "NUL bytes": "\0\0\0\0",
  };
  return Object.entries(named).map(([what, text]) => ({ what, text }));
}

export interface Sending {
  /** The parts of a packet. They are sent one after another, each in a write of its own. */
  parts: string[];
  /** The client leaves after this time, if the server has not ended the connection by then. */
  patienceMs: number;
  /** The client ends its own side when it has sent everything. */
  endsItsSide?: boolean;
}

/** Sends a packet from another address of this machine. Resolves with what the server has answered. */
export function send(port: number, { parts, patienceMs, endsItsSide = false }: Sending): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, localAddress: "127.0.0.2", noDelay: true });
    const leaving = setTimeout(() => socket.destroy(), patienceMs);
    let answer = "";
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
    socket.on("close", () => {
      clearTimeout(leaving);
      resolve(answer);
    });
    const next = (at: number): void => {
      const part = parts[at];
      if (socket.destroyed) return;
      if (part !== undefined) socket.write(part, "latin1", () => setImmediate(() => next(at + 1)));
      else if (endsItsSide) socket.end();
    };
    socket.on("connect", () => next(0));
  });
}
