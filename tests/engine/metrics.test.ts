// `/metrics` as a scraper sees it: the format, who may read, and that the figures are those of what the test did.
import { afterEach, describe, expect, it } from "vitest";
import { ADMIN_KEY } from "../../engine/server/testing/fakeApplication";
import { openRaw, startServers, type Running } from "../../engine/server/testing/startServers";
import { SyncSocket } from "../../engine/server/testing/syncSocket";
import type { MetricsOptions } from "../../engine/server/metrics";
import { canReadMetrics, readMetrics, sumOf } from "../support/readMetrics";

const options: MetricsOptions = {
  path: "/metrics",
  address: { host: "127.0.0.1", port: 0 },
  query: "app:figures",
  routeOf: (path) => (path.startsWith("/things/") ? "/things/:id" : null),
  build: { version: '1.0 "beta"\\' },
};

let running: Running;
afterEach(() => running.servers.close(0));
const begin = async () => (running = await startServers({}, [], [], options));
const read = async () => readMetrics(await (await fetch(`http://127.0.0.1:${running.metricsPort}/metrics`)).text());

describe("who may read", () => {
  it("on the HTTP-actions host the admin key alone, as Bearer or as the command line sends it", async () => {
    await begin();
    const statusWith = async (Authorization?: string) => {
      const response = await running.site(
        "/metrics",
        Authorization === undefined ? {} : { headers: { Authorization } },
      );
      return [response.status, response.headers.get("content-type")];
    };
    const type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    expect(await statusWith(`Bearer ${ADMIN_KEY}`)).toEqual([200, type]);
    expect(await statusWith(`Convex ${ADMIN_KEY}`)).toEqual([200, type]);
    const refusals = [await statusWith(), await statusWith("Bearer other"), await statusWith("Bearer a.b.c")];
    expect(refusals.map(([status]) => status)).toEqual([401, 401, 401]);
    expect(await (await running.site("/metrics/x")).text()).toBe("hello");
  });

  it("everybody at the address of its own, where nothing else is", async () => {
    await begin();
    const own = `http://127.0.0.1:${running.metricsPort}`;
    expect((await fetch(`${own}/metrics`)).status).toBe(200);
    expect((await fetch(`${own}/healthz`)).status).toBe(404);
    expect((await fetch(`${own}/metrics`, { method: "POST", body: "x" })).status).toBe(405);
  });

  it("not a page of another site whose name leads to this address", async () => {
    await begin();
    const statusAt = async (host: string) => {
      const raw = await openRaw(running.metricsPort ?? 0);
      raw.socket.write(`GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      return Number((await raw.closed).split(" ")[1]);
    };
    const port = running.metricsPort;
    const own = [
      "127.0.0.1",
      `127.0.0.1:${port}`,
      `10.1.2.3:${port}`,
      `[::1]:${port}`,
      `localhost:${port}`,
      "LOCALHOST",
    ];
    const others = [
      "evil.example",
      `evil.example:${port}`,
      "127.0.0.1.evil.example",
      "localhost.evil.example",
      "::1",
      "[x]",
    ];
    expect(await Promise.all(own.map(statusAt))).toEqual(own.map(() => 200));
    expect(await Promise.all(others.map(statusAt))).toEqual(others.map(() => 403));
  });

  it("without these options /metrics is a path of the app", async () => {
    running = await startServers();
    expect(await (await running.site("/metrics")).text()).toBe("hello");
  });
});

it("a flood of scrapes reads the figures once in a second", async () => {
  await begin();
  const reads = () => running.application.calls.filter(({ path }) => path === options.query).length;
  const scrape = async () => (await fetch(`http://127.0.0.1:${running.metricsPort}/metrics`)).text();
  const texts = await Promise.all(Array.from({ length: 50 }, scrape));
  texts.push(await scrape());
  expect([reads(), new Set(texts).size]).toEqual([1, 1]);
  await expect.poll(async () => (await scrape()) === texts[0], { timeout: 5_000 }).toBe(false);
  expect(reads()).toBe(2);
});

describe.skipIf(!canReadMetrics)("a strict parser of OpenMetrics reads", () => {
  it("requests by pattern and status, whatever paths and methods clients send", async () => {
    await begin();
    running.application.action = (request) => ({
      kind: "response",
      response: new Response("x", { status: request.url.endsWith("/9") ? 404 : 200 }),
    });
    for (let id = 0; id < 10; id++) await running.site(`/things/${id}`);
    for (const path of ["/a", '/b"\\', "/c?key=secret"]) await running.site(path);
    await running.api("/version");
    const raw = await openRaw(running.httpPort);
    raw.socket.write("PURGE /things/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    await raw.closed;

    const found = await read();
    const thing = { host: "http", route: "/things/:id" };
    expect(sumOf(found, "http_requests_total", { ...thing, status: "200" })).toBe(9);
    expect(sumOf(found, "http_requests_total", { ...thing, status: "404", method: "GET" })).toBe(1);
    expect(sumOf(found, "http_requests_total", { ...thing, method: "other" })).toBe(1);
    expect(sumOf(found, "http_requests_total", { host: "http", route: "other" })).toBe(3);
    expect(sumOf(found, "http_requests_total", { host: "socket", route: "/version", status: "200" })).toBe(1);
    expect(sumOf(found, "http_request_duration_seconds_count", { ...thing, method: "GET" })).toBe(10);
    expect(sumOf(found, "http_request_duration_seconds_bucket", { ...thing, method: "GET", le: "+Inf" })).toBe(10);
    expect(JSON.stringify(found)).not.toContain("secret");
  });

  it("a client that goes away before its answer as 499, and an answer that streams by when it began", async () => {
    await begin();
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    let end: () => void = () => undefined;
    const body = new ReadableStream({ start: (controller) => void (end = () => controller.close()) });
    running.application.action = (request) => {
      if (request.url.endsWith("/stream")) return { kind: "response", response: new Response(body) };
      arrived();
      return new Promise(() => undefined);
    };
    const raw = await openRaw(running.httpPort);
    raw.socket.write("GET /things/held HTTP/1.1\r\nHost: x\r\n\r\n");
    await arrival;
    raw.socket.destroy();
    const stream = await running.site("/things/stream");
    expect(sumOf(await read(), "http_connections", { host: "http" })).toBeGreaterThan(0);
    end();
    await stream.text();
    const answered = (status: string, route: string) => async () =>
      sumOf(await read(), "http_requests_total", { status, route });
    await expect.poll(answered("499", "/things/:id")).toBe(1);
    await expect.poll(answered("200", "/things/:id")).toBe(1);
  });

  it("live clients with their queries, the process and the build", async () => {
    await begin();
    const live = await SyncSocket.open(`http://127.0.0.1:${running.socketPort}`);
    const found = await read();
    expect(sumOf(found, "engine_live_clients")).toBe(1);
    expect(found.find(({ name }) => name === "engine_build")?.samples[0]?.labels).toEqual(options.build);
    expect(sumOf(found, "process_resident_memory_bytes")).toBeGreaterThan(1e7);
    const startedAt = sumOf(found, "process_start_time_seconds");
    expect(Math.abs(startedAt - (Date.now() / 1000 - process.uptime()))).toBeLessThan(60);
    live.socket.terminate();
    await expect.poll(async () => sumOf(await read(), "engine_live_clients")).toBe(0);
  });

  it("the figures of the app's query, but neither malformed ones nor those that would replace the engine's", async () => {
    await begin();
    const good = { name: "app_jobs", help: "Jobs\nthat wait.", samples: [{ labels: { kind: 'a"b' }, value: 3 }] };
    const late = { name: "app_late_seconds", help: "Late.", unit: "seconds", samples: [{ labels: {}, value: 0.5 }] };
    const bad = [
      null,
      { ...good, name: "Bad name" },
      { ...good, name: "engine_live_clients" },
      { ...late, name: "app_unit" },
      { ...good, name: "app_twice" },
      { ...good, name: "app_twice" },
      {
        ...good,
        name: "app_values",
        samples: [
          { labels: {}, value: "3" },
          { labels: { le: 1 }, value: 4 },
        ],
      },
    ];
    running.application.result = () => ({ kind: "success", value: [good, late, ...bad], logLines: [] });
    const found = await read();
    expect(found.find(({ name }) => name === "app_jobs")).toMatchObject({ type: "gauge", help: "Jobs\nthat wait." });
    expect(sumOf(found, "app_jobs", { kind: 'a"b' })).toBe(3);
    expect(sumOf(found, "app_late_seconds")).toBe(0.5);
    expect(sumOf(found, "app_values")).toBe(4);
    expect(sumOf(found, "engine_live_clients")).toBe(0);
    expect(found.map(({ name }) => name).filter((name) => name.startsWith("app_"))).toHaveLength(4);
    expect(sumOf(found, "engine_app_figures_read")).toBe(1);
  });

  it("the engine's figures when the app's query fails", async () => {
    await begin();
    running.application.result = () => ({ kind: "error", message: "boom", data: undefined, logLines: [] });
    expect(sumOf(await read(), "engine_app_figures_read")).toBe(0);
  });
});
