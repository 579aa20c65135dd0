// Tests that a client which goes away, at any moment, ends only its own connection. In this process an error without a
// listener fails the test; in the product it would end the server.
import { afterAll, beforeAll, expect, it } from "vitest";
import { breakOffAll, brokenExchanges } from "./testing/resets";
import { startServers, type Running } from "./testing/startServers";

const unheard: unknown[] = [];
const hear = (error: unknown): void => void unheard.push(error);

let running: Running;
beforeAll(async () => {
  process.on("uncaughtException", hear).on("unhandledRejection", hear);
  running = await startServers({ bodyTimeoutMs: 500, lingerMs: 50 });
  running.application.action = (request) => {
    if (request.url.endsWith("/held")) return new Promise((resolve) => setTimeout(() => resolve(greeting()), 20));
    if (!request.url.endsWith("/stream")) return greeting();
    return { kind: "response", response: new Response(new Blob(["x".repeat(500_000)]).stream()) };
  };
});
afterAll(async () => {
  await running.servers.close(0);
  process.off("uncaughtException", hear).off("unhandledRejection", hear);
});

function greeting() {
  return { kind: "response" as const, response: new Response("hello") };
}

it.each(["socketPort", "httpPort"] as const)(
  "a reset at any stage of any exchange on the %s ends nobody else",
  async (port) => {
    const prefix = port === "socketPort" ? "/http" : "";
    const paths = ["/plain", "/held", "/stream"].map((path) => ({ path: prefix + path, headers: "" }));
    const own = ["/version", "/api/query"].map((path) => ({ path, headers: "" }));
    await breakOffAll(running[port], brokenExchanges([...paths, ...(port === "socketPort" ? own : [])]), 5);
    expect((await running.api("/version")).status).toBe(200);
    expect(await (await running.site("/plain")).text()).toBe("hello");
    expect(unheard).toEqual([]);
  },
);
