import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRaw, startServers, type Running } from "./testing/startServers";

let running: Running;
beforeAll(async () => {
  running = await startServers();
});
afterAll(() => running.servers.close(0));

describe("plain endpoints", () => {
  it.each([
    ["/version", /^\d+\.\d+\.\d+$/],
    ["/instance_version", /^\d+\.\d+\.\d+$/],
    ["/instance_name", /^fake-instance$/],
    ["/", /running/],
  ])("GET %s answers text", async (path, expected) => {
    const response = await running.api(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("text/plain");
    expect(await response.text()).toMatch(expected);
  });

  it("HEAD answers as GET without a body", async () => {
    const response = await running.api("/version", { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get("content-length"))).toBeGreaterThan(0);
    expect(await response.text()).toBe("");
  });

  it("POST /echo returns the body", async () => {
    const response = await running.api("/echo", { method: "POST", body: "again" });
    expect(await response.text()).toBe("again");
  });

  it("POST /echo returns the 4 MiB that `convex network-test` sends, and refuses more", async () => {
    const echoed = async (length: number) => await running.api("/echo", { method: "POST", body: "x".repeat(length) });
    const largest = await echoed(4 * 1024 * 1024);
    expect([largest.status, (await largest.text()).length]).toEqual([200, 4 * 1024 * 1024]);
    expect((await echoed(4 * 1024 * 1024 + 1)).status).toBe(413);
  });

  it("accepts and drops what clients report about themselves", async () => {
    const response = await running.post("/api/debug_event", { event: "x" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  it("answers an unknown path with 404 and an empty body", async () => {
    for (const path of ["/nope", "/api", "/api/nope", "/favicon.ico", "/api/query/x"]) {
      const response = await running.api(path);
      expect([path, response.status, await response.text()]).toEqual([path, 404, ""]);
    }
  });

  it("answers a wrong method with 405", async () => {
    expect((await running.api("/api/mutation")).status).toBe(405);
    expect((await running.api("/version", { method: "DELETE" })).status).toBe(405);
  });

  it("serves a target in absolute form", async () => {
    const raw = await openRaw(running.socketPort);
    raw.socket.write("GET http://elsewhere/version HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(await raw.closed).toContain("200 OK");
  });
});

describe("CORS", () => {
  it("lets every origin in, with credentials", async () => {
    const response = await running.post("/api/query", { path: "a:b", args: {} }, { Origin: "https://app.example" });
    expect(response.headers.get("access-control-allow-origin")).toBe("https://app.example");
    expect(response.headers.get("access-control-allow-credentials")).toBe("true");
    expect(response.headers.get("vary")).toContain("origin");
  });

  it("answers a preflight with the headers that were asked for", async () => {
    const response = await running.api("/api/mutation", {
      method: "OPTIONS",
      headers: { Origin: "https://app.example", "Access-Control-Request-Headers": "content-type,convex-client" },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe("https://app.example");
    expect(response.headers.get("access-control-allow-headers")).toBe("content-type,convex-client");
    expect(response.headers.get("access-control-allow-methods")).toBe("GET,POST,PUT,PATCH,DELETE,OPTIONS");
    expect(response.headers.get("access-control-max-age")).toBe("86400");
  });

  it("sends errors with the headers, so that browsers may read them", async () => {
    const response = await running.post("/api/query", {}, { Origin: "https://app.example" });
    expect(response.status).toBe(400);
    expect(response.headers.get("access-control-allow-origin")).toBe("https://app.example");
  });

  it("adds nothing without an origin", async () => {
    const response = await running.api("/version");
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("WebSockets", () => {
  const upgrade = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

  it.each(["/api/1.48.0/sync", "/api/sync"])("are opened at %s", async (path) => {
    const raw = await openRaw(running.socketPort);
    raw.socket.write(upgrade(path));
    expect(await raw.until("\r\n\r\n")).toMatch(/^HTTP\/1\.1 101 /);
    raw.socket.destroy();
  });

  it("are not opened elsewhere: 404 NOT FOUND, and the connection ends", async () => {
    const raw = await openRaw(running.socketPort);
    raw.socket.write(upgrade("/api/elsewhere"));
    expect(await raw.closed).toMatch(/^HTTP\/1\.1 404 /);
  });

  it("serves requests that merely offer another HTTP version", async () => {
    const raw = await openRaw(running.socketPort);
    raw.socket.write("GET /version HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n\r\n");
    expect(await raw.until("\r\n\r\n")).toContain("200 OK");
    raw.socket.destroy();
  });
});
