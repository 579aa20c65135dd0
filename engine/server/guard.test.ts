// Tests that what a listener throws costs no more than its own connection, for every kind of object that the servers
// listen to.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { detach, guarded, listen, listenOnce } from "./guard";
import { openRaw } from "./testing/startServers";

let server: Server;
let port: number;
let written: MockInstance<typeof process.stderr.write>;
const unheard: unknown[] = [];
const hear = (error: unknown): void => void unheard.push(error);
beforeEach(async () => {
  process.on("uncaughtException", hear).on("unhandledRejection", hear);
  written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  server.close();
  vi.restoreAllMocks();
  process.off("uncaughtException", hear).off("unhandledRejection", hear);
  if (unheard.length > 0) throw new Error("An error reached the process.", { cause: unheard[0] });
});

function fails(): never {
  throw new Error("a fault of this listener");
}

type Failing = (request: IncomingMessage, response: ServerResponse) => void;

describe("the connection ends without an answer, and the next one is served, when what throws listens to", () => {
  const cases: Record<string, Failing> = {
    "the server": () => fails(),
    "the body of a request": (request) => void listen(request, "data", fails),
    "the end of a request": (request) => {
      listenOnce(request, "end", fails);
      request.resume();
    },
    "a response": (_request, response) => {
      listenOnce(response, "socket", fails);
      response.emit("socket");
    },
    "the socket": ({ socket }) => void listenOnce(socket, "data", fails),
    "a timer": (_request, response) => void setTimeout(guarded(response, fails), 1),
    "work that nobody awaits": (request) => detach(request, Promise.resolve().then(fails)),
  };
  it.each(Object.entries(cases))("%s", async (_what, failing) => {
    listen(server, "request", (request, response) => {
      if (request.url === "/fails") failing(request, response);
      else response.end("served");
    });
    const raw = await openRaw(port);
    raw.socket.write("POST /fails HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n12");
    await once(server, "request");
    raw.socket.write("34");
    expect(await raw.closed).toBe("");
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("served");
  });
});

it("a live client whose listener throws is cut off, and the others stay", async () => {
  const live = new WebSocketServer({ noServer: true });
  listen(server, "upgrade", (request, socket, head) => {
    live.handleUpgrade(request, socket, head, (client) => {
      listen(client, "message", (_data, isBinary) => (isBinary ? fails() : client.send("good")));
    });
  });
  const [one, other] = [new WebSocket(`ws://127.0.0.1:${port}`), new WebSocket(`ws://127.0.0.1:${port}`)];
  await Promise.all([once(one, "open"), once(other, "open")]);
  one.send(Buffer.from("bad"));
  await once(one, "close");
  other.send("fine");
  expect(String((await once(other, "message"))[0])).toBe("good");
  other.terminate();
});

it("faults by the hundred are reported in one line of the log a second", async () => {
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 10_000);
  listen(server, "request", fails);
  const all = Array.from({ length: 100 }, () => fetch(`http://127.0.0.1:${port}/`));
  const failed = (await Promise.allSettled(all)).filter(({ status }) => status === "rejected");
  expect(failed).toHaveLength(100);
  const lines = written.mock.calls.map(([text]) => JSON.parse(String(text)) as object);
  expect(lines).toMatchObject([
    {
      at: expect.any(String),
      failure: expect.stringContaining("The connection ends, and the process continues."),
      detail: expect.stringContaining("a fault of this listener"),
    },
  ]);
});
