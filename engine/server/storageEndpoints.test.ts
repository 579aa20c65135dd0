import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRange } from "./storageEndpoints";
import { openRaw, startServers, type Running } from "./testing/startServers";

let running: Running;
beforeAll(async () => {
  running = await startServers({ maxUploadBytes: 100_000, stallTimeoutMs: 150, lingerMs: 100 });
});
afterAll(() => running.servers.close(0));

function upload(body: BodyInit, headers: Record<string, string> = {}, token = "good"): Promise<Response> {
  return running.api(`/api/storage/upload?token=${token}`, { method: "POST", body, headers });
}

async function stored(text: string): Promise<string> {
  const response = await upload(text, { "Content-Type": "text/x-test" });
  const { storageId } = await response.json();
  return `/api/storage/${storageId}`;
}

const digestOf = (text: string) => `sha-256=${createHash("sha256").update(text).digest("base64")}`;

describe("upload", () => {
  it("stores the bytes under their type", async () => {
    const response = await upload("bytes", { "Content-Type": "text/x-test", Digest: digestOf("bytes") });
    const { storageId } = await response.json();
    expect(running.application.files.get(storageId)).toEqual({
      bytes: Buffer.from("bytes"),
      contentType: "text/x-test",
    });
  });

  it.each([
    ["without a token", "/api/storage/upload", {}, 400],
    ["with a wrong token", "/api/storage/upload?token=bad", {}, 401],
    ["with another digest", "/api/storage/upload?token=good", { Digest: digestOf("other") }, 400],
    ["with a malformed digest", "/api/storage/upload?token=good", { Digest: "md5=x" }, 400],
  ])("is refused %s", async (_how, path, headers, status) => {
    const response = await running.api(path, { method: "POST", body: "bytes", headers });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });

  it("past the bound is 413, whether announced or not", async () => {
    const announced = await upload(Buffer.alloc(100_001));
    expect(announced.status).toBe(413);
    const raw = await openRaw(running.socketPort);
    raw.socket.write("POST /api/storage/upload?token=good HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (let sent = 0; sent < 3; sent += 1) raw.socket.write(`c350\r\n${"x".repeat(50_000)}\r\n`);
    expect(await raw.closed).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("that is broken off or falls silent stores nothing", async () => {
    const before = running.application.files.size;
    const head = "POST /api/storage/upload?token=good HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf";
    const broken = await openRaw(running.socketPort);
    broken.socket.end(head);
    const silent = await openRaw(running.socketPort);
    silent.socket.write(head);
    await Promise.all([broken.closed, silent.closed]);
    expect(running.application.files.size).toBe(before);
  });
});

describe("download", () => {
  it("sends the file with its headers", async () => {
    const response = await running.api(await stored("0123456789"));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/x-test",
      "content-length": "10",
      digest: digestOf("0123456789"),
      "cache-control": "private, max-age=2592000",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
    });
    expect(await response.text()).toBe("0123456789");
  });

  it("HEAD sends the headers alone", async () => {
    const response = await running.api(await stored("0123456789"), { method: "HEAD" });
    expect([response.status, response.headers.get("content-length"), await response.text()]).toEqual([200, "10", ""]);
  });

  it("sends an empty file", async () => {
    const response = await running.api(await stored(""));
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  it("sends one range", async () => {
    const response = await running.api(await stored("0123456789"), { headers: { Range: "bytes=2-4" } });
    expect([response.status, await response.text()]).toEqual([206, "234"]);
    expect(response.headers.get("content-range")).toBe("bytes 2-4/10");
  });

  it("refuses several ranges, and one past the end", async () => {
    const path = await stored("0123456789");
    for (const Range of ["bytes=0-1,3-4", "bytes=10-"]) {
      const response = await running.api(path, { headers: { Range } });
      expect([response.status, response.headers.get("content-range")]).toEqual([416, "bytes */10"]);
    }
  });

  it("of an unknown file is 404", async () => {
    const response = await running.api("/api/storage/6f1ed002-ab5d-4e1a-8a4e-000000000000");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "FileNotFound" });
  });
});

describe("ranges", () => {
  it.each([
    ["bytes=0-", { kind: "part", start: 0, end: 9 }],
    ["bytes=-3", { kind: "part", start: 7, end: 9 }],
    ["bytes=-30", { kind: "part", start: 0, end: 9 }],
    ["bytes=5-50", { kind: "part", start: 5, end: 9 }],
    ["bytes=-0", { kind: "unsatisfiable" }],
    ["bytes=4-2", { kind: "whole" }],
    ["bytes=-", { kind: "whole" }],
    ["bytes=a-b", { kind: "whole" }],
    ["lines=1-2", { kind: "whole" }],
    [undefined, { kind: "whole" }],
  ])("%s of ten bytes", (header, expected) => {
    expect(readRange(header, 10)).toEqual(expected);
  });
});
