// The engine as the convex package's HTTP client sees it, and what the semantics suite cannot test with convex-test:
// log lines, files over HTTP, and that clients cannot find internal functions.
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningEngine, startEngine } from "../support/engine";
import { testApp } from "./testApp";

let engine: RunningEngine;
let client: ConvexHttpClient;
beforeAll(async () => {
  engine = await startEngine({ appDir: testApp, contexts: "fresh" });
  client = new ConvexHttpClient(engine.socketUrl, { logger: false });
});
afterAll(() => engine.kill());

const query = (path: string, args = {}): Promise<unknown> => client.query(makeFunctionReference<"query">(path), args);
const mutation = (path: string, args = {}): Promise<unknown> =>
  client.mutation(makeFunctionReference<"mutation">(path), args);
const action = (path: string, args = {}): Promise<unknown> =>
  client.action(makeFunctionReference<"action">(path), args);

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(engine.socketUrl + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return await response.json();
}

const messageOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "no error",
    (error: unknown) => (error as Error).message.replace(/\[Request ID: \w+\]/, "[Request ID: x]"),
  );

describe("ConvexHttpClient", () => {
  it("queries, mutates and runs actions", async () => {
    const id = await mutation("documents:insert", { table: "things", value: { label: "by client", value: 3n } });
    expect(await query("documents:get", { id })).toMatchObject({ _id: id, label: "by client", value: 3n });
    expect(await action("calls:echoAction", { value: "through" })).toBe("through");
  });

  it("receives the data of a ConvexError, and plain errors without any", async () => {
    const failure = { kind: "data", data: { code: "refused", big: 2n ** 60n } };
    const error: unknown = await query("calls:failQuery", { failure }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConvexError);
    expect((error as ConvexError<never>).data).toStrictEqual(failure.data);

    const plain = { kind: "error", message: "plain" };
    const other: unknown = await query("calls:failQuery", { failure: plain }).catch((thrown: unknown) => thrown);
    expect(other).not.toBeInstanceOf(ConvexError);
  });

  it("receives the request id of a plain error and the place in the source that threw it", async () => {
    const failure = { kind: "error", message: "plain" };
    expect(await messageOf(query("calls:failQuery", { failure }))).toMatch(
      /^\[Request ID: x\] Server Error\nUncaught Error: plain\n {4}at fail \(\.\.\/convex\/calls\.ts:\d+:\d+\)/,
    );
  });

  it.each([
    ["query", "secrets:readSecret", "secrets:noSecret"],
    ["mutation", "secrets:writeSecret", "secrets:noSecret"],
    ["action", "secrets:doSecret", "secrets:noSecret"],
  ] as const)(
    "an internal %s is refused with the words for one that does not exist",
    async (kind, internal, missing) => {
      const call = { query, mutation, action }[kind];
      const refused = await messageOf(call(internal));
      expect(refused).toContain(`Could not find public function for '${internal}'`);
      expect(refused.replaceAll(internal, "name")).toBe((await messageOf(call(missing))).replaceAll(missing, "name"));
    },
  );
});

describe("without the admin key", () => {
  const internal = { path: "secrets:readSecret", args: {} };

  it.each(["/api/query", "/api/mutation", "/api/action", "/api/run/secrets/readSecret"])(
    "%s does not reach an internal function",
    async (path) => {
      const answer = await post(path, internal);
      expect(JSON.stringify(answer)).not.toContain("secret read");
    },
  );

  it("/api/function is refused altogether", async () => {
    expect(JSON.stringify(await post("/api/function", { path: "calls:default", args: {} }))).toMatch(/BadDeployKey/);
  });

  it("a wrong key is refused, not taken for no key", async () => {
    const answer = await post("/api/query", internal, { Authorization: "Convex embedded|wrong" });
    expect(answer).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });

  it("the admin key reaches it", async () => {
    const answer = await post("/api/query", internal, { Authorization: `Convex ${engine.adminKey}` });
    expect(answer).toMatchObject({ status: "success", value: "secret read" });
  });
});

describe("an administrator who acts as a user", () => {
  it("is that user for functions", async () => {
    const identity = { subject: "user-1", issuer: "https://issuer.test", name: "Ada" };
    const actingAs = Buffer.from(JSON.stringify(identity)).toString("base64");
    const headers = { Authorization: `Convex ${engine.adminKey}:${actingAs}` };
    expect(await post("/api/query", { path: "about:identity", args: {}, format: "json" }, headers)).toMatchObject({
      status: "success",
      value: { ...identity, tokenIdentifier: "https://issuer.test|user-1" },
    });
  });
});

describe("an invalid request", () => {
  it.each([
    "",
    ":",
    "::",
    "../../etc/passwd",
    "__proto__:constructor",
    "constructor",
    "documents:__proto__",
    "documents:toString",
    "documents.js.js:get",
    "schema",
    "crons",
    "http",
    "_deps/a:b",
  ])("does not find the function %j", async (path) => {
    const answer = await post("/api/query", { path, args: {} });
    expect(JSON.stringify(answer)).toMatch(/Could not find|BadRequest|InvalidArgument/i);
  });

  it.each([
    ["a malformed int64", '{"$integer":"zz"}'],
    ["malformed bytes", '{"$bytes":"?"}'],
    ["an unknown special value", '{"$unknown":1}'],
    ["the placeholder of a commit's timestamp, which only a mutation has", '{"a":[{"$commitTs":null}]}'],
    ["a field name that begins with a dollar sign", '{"a":{"$b":1,"c":2}}'],
    ["a field name that is not ASCII", '{"ü":1}'],
    ["values nested 100,000 deep", "[".repeat(100_000) + "]".repeat(100_000)],
  ])("is refused: %s", async (_what, value) => {
    const body = `{"path":"calls:echoQuery","args":{"value":${value}},"format":"convex_encoded_json"}`;
    const response = await fetch(`${engine.socketUrl}/api/query`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    expect(await response.text()).toMatch(/"status":"error"|"code":/);
    expect(await query("calls:greet", { name: "again" })).toBe("Hello, again");
  });
});

describe("answers", () => {
  it("carry the log lines of the function", async () => {
    const answer = await post("/api/query", { path: "about:talkative", args: {}, format: "json" });
    expect(answer).toMatchObject({
      status: "success",
      value: "said",
      logLines: [expect.stringMatching(/^\[LOG\] 'hello' 1 \{\s+a: 'b'\s+\}$/), "[WARN] 'careful'", "[ERROR] 'broken'"],
    });
  });

  it("in plain JSON have an int64 as text", async () => {
    const args = { value: { $integer: "BwAAAAAAAAA=" } };
    const encoded = { path: "calls:echoQuery", args, format: "json" };
    expect(await post("/api/query", encoded)).toMatchObject({ status: "success", value: "7" });
  });

  it("from /api/run have the path in the address", async () => {
    expect(await post("/api/run/folder/nested/where", { args: {} })).toMatchObject({
      status: "success",
      value: "folder/nested",
    });
  });
});

describe("the log", () => {
  const failure = { kind: "error", message: "logged failure" };

  it("has one line of JSON on standard error for each function that logged or failed", async () => {
    await query("about:talkative");
    await query("calls:failQuery", { failure }).catch(() => undefined);
    await expect.poll(() => engine.errorOutput()).toContain("logged failure");
    const lines = engine
      .errorOutput()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.findLast((line) => line["function"] === "about:talkative")).toMatchObject({
      kind: "query",
      requestId: expect.any(String),
      durationMs: expect.any(Number),
      documentsRead: 0,
      bytesWritten: 0,
      lines: [expect.stringContaining("[LOG] 'hello'"), "[WARN] 'careful'", "[ERROR] 'broken'"],
    });
    expect(lines.findLast((line) => line["function"] === "calls:failQuery")).toMatchObject({
      error: expect.stringContaining("logged failure"),
    });
  });

  it("has for an HTTP action what all of its transactions used", async () => {
    const body = JSON.stringify({ label: "logged" });
    await fetch(`${engine.httpUrl}/things`, { method: "POST", body });
    const line = () =>
      engine
        .errorOutput()
        .split("\n")
        .find((text) => text.includes("POST /things")) ?? "{}";
    await expect.poll(line).toContain("stored");
    const { documentsRead, documentsWritten } = JSON.parse(line()) as Record<string, number>;
    expect(documentsWritten).toBe(1);
    expect(documentsRead).toBeGreaterThan(0);
  });

  it("is followed by the CLI through the deployment, from where it last read", async () => {
    const follow = async (cursor: number) => {
      const response = await fetch(`${engine.socketUrl}/api/stream_function_logs?cursor=${cursor}`, {
        headers: { Authorization: `Convex ${engine.adminKey}` },
      });
      return (await response.json()) as { entries: { identifier: string; error: string | null }[]; newCursor: number };
    };
    const { newCursor } = await follow(0);
    const waiting = follow(newCursor);
    await query("calls:failQuery", { failure }).catch(() => undefined);
    expect((await waiting).entries).toMatchObject([
      { identifier: "calls:failQuery", error: expect.stringContaining("logged failure") },
    ]);
  });
});

describe("files over HTTP", () => {
  async function upload(body: string, headers: Record<string, string> = {}): Promise<Response> {
    return await fetch((await mutation("files:uploadUrl")) as string, { method: "POST", body, headers });
  }

  it("are uploaded to the URL a mutation made, and served from their own", async () => {
    const response = await upload("uploaded", { "Content-Type": "text/markdown" });
    const { storageId } = (await response.json()) as { storageId: string };
    expect(await query("files:row", { id: storageId })).toMatchObject({ size: 8, contentType: "text/markdown" });

    const served = await fetch((await query("files:url", { id: storageId })) as string);
    expect(served.status).toBe(200);
    expect(served.headers.get("content-type")).toBe("text/markdown");
    expect(await served.text()).toBe("uploaded");
  });

  it("are served in part when asked for a range", async () => {
    const { storageId } = (await (await upload("0123456789")).json()) as { storageId: string };
    const url = (await query("files:url", { id: storageId })) as string;
    const part = await fetch(url, { headers: { Range: "bytes=2-5" } });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toStrictEqual([
      206,
      "bytes 2-5/10",
      "2345",
    ]);
  });

  it("are gone from their URL when deleted", async () => {
    const { storageId } = (await (await upload("short-lived")).json()) as { storageId: string };
    const url = (await query("files:url", { id: storageId })) as string;
    await mutation("files:remove", { id: storageId });
    expect((await fetch(url)).status).toBe(404);
  });

  it("are not accepted without a token, or with another digest than announced", async () => {
    const forged = await fetch(`${engine.socketUrl}/api/storage/upload?token=forged`, { method: "POST", body: "x" });
    expect(forged.status).toBeGreaterThanOrEqual(400);
    const digest = "sha-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
    expect((await upload("not empty", { Digest: digest })).status).toBe(400);
  });
});
