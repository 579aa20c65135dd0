// A runner whose service is away says so once, and once that it is back.
import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import type { LogEvent } from "../log/events";
import { createCall } from "./callback";
import { Reachability } from "./reachability";

let server: Server;
afterEach(() => server.close());

async function serve(port: number): Promise<number> {
  server = createServer((_request, response) => response.end('{ "result": null }')).listen(port, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function leave(): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

it("tells the first failure and the first answer after it, whichever calls they belong to", async () => {
  const port = await serve(0);
  const url = `http://127.0.0.1:${port}`;
  const events: LogEvent[] = [];
  const reachability = new Reachability(url, (event) => void events.push(event));
  const call = createCall({ url, token: "any", reachability }, new AbortController().signal);
  const ask = () => call("run.get", { runId: "run_1" });
  const unreachable = { kind: "unreachable", url, reason: "connection refused" };
  const reached = { kind: "reached", url };
  await ask();
  expect(events).toEqual([]);
  for (const expected of [
    [unreachable, reached],
    [unreachable, reached, unreachable, reached],
  ]) {
    await leave();
    const answers = [ask(), ask()];
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(events).toEqual(expected.slice(0, -1));
    await serve(port);
    await Promise.all(answers);
    expect(events).toEqual(expected);
  }
});

it("gives up with a sentence where somebody has no patience", async () => {
  const url = `http://127.0.0.1:${await serve(0)}`;
  await leave();
  const reachability = new Reachability(url, () => {});
  const call = createCall({ url, token: "any", reachability, giveUpAfterMs: () => 300 }, new AbortController().signal);
  const sentence = `Nothing answers at ${url} (connection refused). Start the service, or name another with --url.`;
  await expect(call("run.get", { runId: "run_1" })).rejects.toThrow(sentence);
});
