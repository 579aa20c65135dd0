import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createServers, type Servers } from "./servers";
import { FakeApplication } from "./testing/fakeApplication";
import { openRaw } from "./testing/startServers";

let folder: string;
let shownFolder: string | null;
let servers: Servers;
let port: number;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "website-"));
  mkdirSync(path.join(folder, "site/assets"), { recursive: true });
  writeFileSync(path.join(folder, "secret.js"), "not for anybody");
  writeFileSync(path.join(folder, "site/index.html"), "<title>Site</title>");
  writeFileSync(path.join(folder, "site/assets/app-1a2b.js"), "let plain;");
  writeFileSync(path.join(folder, "site/assets/app-1a2b.js.gz"), gzipSync("let small;"));
  writeFileSync(path.join(folder, "site/strange.exe"), "binary");
  symlinkSync(path.join(folder, "secret.js"), path.join(folder, "site/link.txt"));
  shownFolder = path.join(folder, "site");
  servers = createServers({
    application: new FakeApplication(),
    host: "127.0.0.1",
    socketPort: 0,
    httpPort: 0,
    website: {
      folder: () => shownFolder,
      headers: () => ({ "Content-Security-Policy": "default-src 'none'" }),
      configuration: () => ({ deployment: null }),
    },
  });
  port = (await servers.listen()).socketPort;
});

afterAll(async () => {
  await servers.close(0);
  rmSync(folder, { recursive: true });
});

const ask = (asked: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${asked}`, { headers });

describe("a website beside the endpoints", () => {
  it.each(["/", "/p/demo/runs/12", "/inbox?status=failed"])("shows its page at %s", async (asked) => {
    const response = await ask(asked);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("<title>Site</title>");
    expect(response.headers.get("content-security-policy")).toBe("default-src 'none'");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("cache-control")).toBe("no-cache");
  });

  it("sends a compressed file to clients that accept it, and lets browsers cache it", async () => {
    const small = await ask("/assets/app-1a2b.js", { "Accept-Encoding": "gzip" });
    expect(await small.text()).toBe("let small;");
    expect(small.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(small.headers.get("cache-control")).toContain("immutable");
    expect(small.headers.get("vary")).toContain("Accept-Encoding");
    const plain = await ask("/assets/app-1a2b.js", { "Accept-Encoding": "identity" });
    expect(await plain.text()).toBe("let plain;");
  });

  it("answers a missing file with 404 and not with the page", async () => {
    expect((await ask("/assets/gone-9z.js")).status).toBe(404);
  });

  it.each([
    "/../secret.js",
    "/assets/../../secret.js",
    "/%2e%2e/secret.js",
    "/..%2fsecret.js",
    "/assets//../../secret.js",
  ])("keeps what is outside of its folder: %s", async (asked) => {
    const { socket, closed } = await openRaw(port);
    socket.write(`GET ${asked} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`);
    const received = await closed;
    expect(received).toMatch(/^HTTP\/1\.1 (?:200|404)/);
    expect(received).not.toContain("not for anybody");
  });

  it("serves only kinds of files that a page consists of", async () => {
    expect((await ask("/strange.exe")).status).toBe(404);
    expect((await ask("/link.txt")).status).toBe(404);
  });

  it("tells the page about the deployment", async () => {
    const response = await ask("/config.json");
    expect(await response.json()).toEqual({ deployment: null });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("leaves the deployment's own paths alone", async () => {
    expect(await (await ask("/version")).text()).toMatch(/^\d+\.\d+/);
    expect((await ask("/api/unknown")).status).toBe(404);
    expect((await ask("/.well-known/unknown")).status).toBe(404);
    const posted = await fetch(`http://127.0.0.1:${port}/inbox`, { method: "POST" });
    expect(posted.status).toBe(405);
  });

  it("says that it is being built, and asks the browser to come again", async () => {
    const built = shownFolder;
    shownFolder = null;
    const response = await ask("/inbox");
    shownFolder = built;
    expect(response.status).toBe(503);
    expect(response.headers.get("refresh")).toBe("2");
    expect(await response.text()).toContain("being built");
  });
});
