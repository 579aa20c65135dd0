import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { refusedLine } from "../convex/api/refusedLine";
import { lineOf, requestLine, writeLogAsJson } from "./jsonLog";

const time = "2026-11-27T02:00:00.000Z";
const at = "2026-11-27T01:00:00.000Z";
const secret = "svc_live_Ab12Cd34Ef56Gh78Ij90Kl12Mn34Op56Qr78St90";

describe("a line of the log as JSON", () => {
  it("a request has its fields, the beginning of its key and nothing else of what the client sent", () => {
    const request = {
      host: "http",
      route: "/api/v1/runs/get",
      method: "GET",
      status: 404,
      seconds: 0.0123456,
      requestId: "8a1c",
      callId: "0a1b2c",
      authorization: `Bearer ${secret}`,
    };
    expect(requestLine(request, time)).toEqual({
      time,
      level: "warn",
      message: "GET /api/v1/runs/get 404",
      requestId: "8a1c",
      callId: "0a1b2c",
      host: "http",
      method: "GET",
      route: "/api/v1/runs/get",
      status: 404,
      durationMs: 12.35,
      key: "svc_live_Ab12Cd34",
    });
    const others = [undefined, "Bearer an-admin-key", "Convex an-admin-key", `Basic ${secret}`];
    const keys = others.map((authorization) => requestLine({ ...request, authorization }, time)["key"]);
    expect(keys).toEqual(["no key", "another credential", "another credential", "another credential"]);
  });

  it("a refusal has its status, code and key as fields, with the id that the caller received", () => {
    const refused = {
      requestId: "8a1c",
      status: 403,
      code: "SCOPE_DENIED",
      method: "POST",
      path: "/api/v1/runs/start",
      key: "svc_test_Ab12Cd34",
    };
    const lines = [`[INFO] '${refusedLine(refused)}'`];
    const call = { at, function: "POST /api/v1/*", kind: "httpAction", requestId: "0a1b2c", durationMs: 1, lines };
    expect(lineOf(JSON.stringify(call), "error", time)).toEqual({
      time: at,
      level: "warn",
      message: "Refused POST /api/v1/runs/start: 403 SCOPE_DENIED",
      callId: "0a1b2c",
      ...refused,
    });
  });

  it("a function that failed, or has written something, names itself and says how severe that is", () => {
    const call = { at, function: "runs:start", kind: "mutation", requestId: "0a", durationMs: 3, documentsRead: 2 };
    const line = (more: object) => lineOf(JSON.stringify({ ...call, ...more }), "error", time);
    expect(line({ error: "Uncaught Error: boom" })).toEqual({
      time: at,
      level: "error",
      message: "Uncaught Error: boom",
      callId: "0a",
      function: "runs:start",
      kind: "mutation",
      durationMs: 3,
      documentsRead: 2,
    });
    expect(line({ lines: ["[WARN] late", "[LOG] b"] })).toMatchObject({
      level: "warn",
      message: "[WARN] late\n[LOG] b",
    });
    expect(line({ lines: ["[LOG] 'Refused to open'"] })).toMatchObject({ level: "info", function: "runs:start" });
  });

  it("what the engine, Node and the start write keeps its words", () => {
    expect(lineOf(JSON.stringify({ at, failure: "It broke.", detail: "Error" }), "info", time)).toEqual({
      time: at,
      level: "error",
      message: "It broke.",
      detail: "Error",
    });
    expect(lineOf(JSON.stringify({ at, message: "The disk" }), "info", time)).toMatchObject({
      level: "warn",
      time: at,
    });
    expect(lineOf("Error: x\n    at y", "error", time)).toEqual({
      time,
      level: "error",
      message: "Error: x\n    at y",
    });
    expect(lineOf("{not JSON", "info", time)).toEqual({ time, level: "info", message: "{not JSON" });
  });
});

describe("the streams of a process that logs as JSON", () => {
  const begin = () => {
    const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
    const log = writeLogAsJson(streams);
    const linesOf = (stream: PassThrough): unknown[] =>
      String(stream.read() ?? "")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as unknown);
    return { ...streams, log, linesOf };
  };

  it("what is written becomes a line, in whatever form it was given", () => {
    const { stdout, stderr, linesOf } = begin();
    stdout.write("ready\n");
    stderr.write(Buffer.from("a\nb"));
    stderr.write("63", "hex");
    expect(linesOf(stdout)).toEqual([{ time: expect.any(String), level: "info", message: "ready" }]);
    expect(linesOf(stderr)).toMatchObject([
      { level: "error", message: "a\nb" },
      { level: "error", message: "c" },
    ]);
  });

  it("a caller who waits until it is written learns of it, also where nothing is left to write", async () => {
    const { stderr, linesOf } = begin();
    await new Promise<void>((resolve) => stderr.write("last words", () => resolve()));
    await new Promise<void>((resolve) => stderr.write("and more", "utf8", () => resolve()));
    await new Promise<void>((resolve) => stderr.write("\n", () => resolve()));
    expect(linesOf(stderr)).toHaveLength(2);
  });

  it("what has fields already becomes a text once", () => {
    const { stderr, log, linesOf } = begin();
    let texts = 0;
    log.write({ time, level: "info", message: "x", counted: { toJSON: () => (texts += 1) } });
    expect([linesOf(stderr), texts]).toEqual([[{ time, level: "info", message: "x", counted: 1 }], 1]);
  });
});
