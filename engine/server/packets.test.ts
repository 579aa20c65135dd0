// Tests that a packet of requests costs only its sender anything, whatever it holds: here every kind of request
// behind every other. In this process an error that nobody catches fails the test; in the product it would end the
// server. tests/proofs/packets.test.ts sends longer packets, also cut, to the product.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { pieces, send, type Piece } from "./testing/packets";
import { openRaw, startServers, type Running } from "./testing/startServers";

const unheard: unknown[] = [];
const hear = (error: unknown): void => void unheard.push(error);

let running: Running;
beforeAll(async () => {
  process.on("uncaughtException", hear).on("unhandledRejection", hear);
  running = await startServers({ bodyTimeoutMs: 500, lingerMs: 20 });
  running.application.action = (request) => {
    if (request.url.endsWith("/held")) return new Promise((resolve) => setTimeout(() => resolve(greeting()), 20));
    if (!request.url.endsWith("/stream")) return greeting();
    return { kind: "response", response: new Response(new Blob(["x".repeat(50_000)]).stream()) };
  };
});
afterAll(async () => {
  await running.servers.close(0);
  process.off("uncaughtException", hear).off("unhandledRejection", hear);
});

function greeting() {
  return { kind: "response" as const, response: new Response("hello") };
}

function piecesFor(prefix: string): Piece[] {
  return pieces({ plain: `${prefix}/plain`, held: `${prefix}/held`, stream: `${prefix}/stream`, headers: "" });
}

const hosts = ["socketPort", "httpPort"] as const;
const prefixOf = (port: (typeof hosts)[number]) => (port === "socketPort" ? "/http" : "");

describe.each(hosts)("on the %s", (port) => {
  it("no pair of requests in one packet ends the connection of another client", async () => {
    const written = vi.spyOn(process.stderr, "write");
    const all = piecesFor(prefixOf(port));
    for (const first of all) {
      const packets = all.map((second) => ({ parts: [first.text + second.text], patienceMs: 60 }));
      await Promise.all(packets.map((packet) => send(running[port], packet)));
      expect(unheard, `behind ${first.what}`).toEqual([]);
    }
    expect((await running.api("/version")).status).toBe(200);
    expect(await (await running.site("/plain")).text()).toBe("hello");
    expect(written.mock.calls.map(([text]) => String(text)).filter((text) => text.includes("listener"))).toEqual([]);
    written.mockRestore();
  });

  it("CONNECT that comes when the answer before it has arrived is answered", async () => {
    const raw = await openRaw(running[port]);
    raw.socket.write(`GET ${prefixOf(port)}/plain HTTP/1.1\r\nHost: x\r\n\r\n`);
    await raw.until("hello");
    raw.socket.write("CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(await raw.closed).toMatch(/hello[^]*HTTP\/1\.1 400 [^]*must be a path/);
  });
});

// The port of HTTP actions takes an upgrade for an ordinary request, which HTTP allows.
it.each([
  ["socketPort", "CONNECT"],
  ["socketPort", "upgrade to foo"],
  ["socketPort", "a WebSocket"],
  ["httpPort", "CONNECT"],
] as const)(
  "on the %s, %s behind a request whose answer is owed ends the connection without an answer",
  async (...at) => {
    const [port, what] = at;
    const all = piecesFor(prefixOf(port));
    const textOf = (name: string) => all.find((piece) => piece.what === name)?.text ?? "";
    const raw = await openRaw(running[port]);
    raw.socket.write(textOf("GET that is held") + textOf(what), "latin1");
    expect(await raw.closed).toBe("");
  },
);
