import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ADMIN_KEY } from "./testing/fakeApplication";
import { startServers, type Running } from "./testing/startServers";

let running: Running;
beforeAll(async () => {
  running = await startServers();
});
afterAll(() => running.servers.close(0));
beforeEach(() => {
  running.application.calls.length = 0;
  answer((call) => ({ kind: "success", value: call.args, logLines: ["[LOG] 'hi'"] }));
});

function answer(result: Running["application"]["result"]): void {
  running.application.result = result;
}

const INT64_ONE = { $integer: "AQAAAAAAAAA=" };

describe("calling by kind", () => {
  it.each(["query", "mutation", "action"] as const)("POST /api/%s calls a function of that kind", async (kind) => {
    const response = await running.post(`/api/${kind}`, { path: "m:f", args: { a: 1 }, format: "convex_encoded_json" });
    expect(await response.json()).toEqual({ status: "success", value: { a: 1 }, logLines: ["[LOG] 'hi'"] });
    expect(running.application.calls).toMatchObject([
      { kind, path: "m:f", args: { a: 1 }, caller: { kind: "anonymous" } },
    ]);
  });

  it("takes the argument object alone or in an array", async () => {
    await running.post("/api/query", { path: "m:f", args: [{ a: 1 }] });
    await running.post("/api/query", { path: "m:f", args: { a: 1 } });
    expect(running.application.calls.map((call) => call.args)).toEqual([{ a: 1 }, { a: 1 }]);
  });

  it("answers clean JSON unless Convex JSON is asked for", async () => {
    answer(() => ({ kind: "success", value: INT64_ONE, logLines: [] }));
    const value = async (format?: string) =>
      (await (await running.post("/api/query", { path: "m:f", args: {}, format })).json()).value;
    expect(await value()).toBe("1");
    expect(await value("json")).toBe("1");
    expect(await value("convex_encoded_json")).toEqual(INT64_ONE);
  });

  it("GET /api/query reads path and arguments from the URL", async () => {
    const args = encodeURIComponent(JSON.stringify({ a: "ä" }));
    const response = await running.api(`/api/query?path=m:f&args=${args}&format=json`);
    expect(await response.json()).toMatchObject({ status: "success", value: { a: "ä" } });
    expect(running.application.calls[0]?.kind).toBe("query");
  });

  it("tells the application who calls and with what request", async () => {
    await running.post(
      "/api/query",
      { path: "m:f", args: {} },
      { Authorization: "Bearer a.b.c", "User-Agent": "curl" },
    );
    expect(running.application.calls[0]).toMatchObject({
      caller: { kind: "user", identity: { subject: "ann" } },
      request: { ip: "127.0.0.1", userAgent: "curl", requestId: expect.stringMatching(/^[0-9a-f]{12}$/) },
    });
  });

  it("accepts compressed bodies from the admin only", async () => {
    const text = JSON.stringify({ path: "m:f", args: { a: 1 } });
    for (const [encoding, body] of [
      ["br", brotliCompressSync(text)],
      ["gzip", gzipSync(text)],
    ] as const) {
      const send = (headers: Record<string, string>) =>
        running.api("/api/query", { method: "POST", body, headers: { "Content-Encoding": encoding, ...headers } });
      expect(await (await send({ Authorization: `Convex ${ADMIN_KEY}` })).json()).toMatchObject({ value: { a: 1 } });
      expect([(await send({})).status, (await send({ Authorization: "Bearer a.b.c" })).status]).toEqual([415, 415]);
    }
  });
});

describe("failures of functions", () => {
  it("are 200 with the text, the request id and no errorData", async () => {
    answer(() => ({ kind: "error", message: "Uncaught Error: boom", data: undefined, logLines: [] }));
    const response = await running.post("/api/mutation", { path: "m:f", args: {} });
    expect(response.status).toBe(200);
    const { requestId } = running.application.calls[0]?.request ?? {};
    expect(await response.json()).toEqual({
      status: "error",
      errorMessage: `[Request ID: ${requestId}] Server Error\nUncaught Error: boom`,
      logLines: [],
    });
  });

  it("carry the data of a ConvexError, also when it is null", async () => {
    for (const data of [null, { code: "X" }]) {
      answer(() => ({ kind: "error", message: "m", data, logLines: [] }));
      const reply = await (await running.post("/api/query", { path: "m:f", args: {} })).json();
      expect(reply.errorData).toEqual(data);
    }
  });
});

describe("refusals", () => {
  it.each([
    ["no JSON", "{", "BadJson"],
    ["no object", "[]", "InvalidRequest"],
    ["an empty body", "", "BadJson"],
    ["no path", JSON.stringify({ args: {} }), "InvalidRequest"],
    ["no arguments", JSON.stringify({ path: "a:b" }), "InvalidRequest"],
    ["two arguments", JSON.stringify({ path: "a:b", args: [{}, {}] }), "InvalidRequest"],
    ["arguments that are not an object", JSON.stringify({ path: "a:b", args: ["x"] }), "InvalidRequest"],
    ["an unknown format", JSON.stringify({ path: "a:b", args: {}, format: "xml" }), "InvalidRequest"],
  ])("%s is 400 and calls nothing", async (_what, body, code) => {
    const response = await running.api("/api/query", { method: "POST", body });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ code, message: expect.any(String) });
    expect(running.application.calls).toEqual([]);
  });

  it("a URL without path or with broken arguments is 400", async () => {
    expect((await running.api("/api/query?args={}")).status).toBe(400);
    expect((await running.api("/api/query?path=a:b")).status).toBe(400);
    expect((await running.api("/api/query?path=a:b&args=%7B")).status).toBe(400);
  });

  it("a body that is not compressed as it says is 400, an unknown encoding 415", async () => {
    const send = (encoding: string) =>
      running.api("/api/query", {
        method: "POST",
        body: "plain",
        headers: { "Content-Encoding": encoding, Authorization: `Convex ${ADMIN_KEY}` },
      });
    expect((await send("br")).status).toBe(400);
    expect((await send("zstd")).status).toBe(415);
  });

  it("a credential the application refuses is its status and code", async () => {
    const response = await running.post("/api/query", { path: "a:b", args: {} }, { Authorization: "Bearer nonsense" });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "InvalidAuthHeader" });
  });

  it("a failure of the engine is 500 without its text", async () => {
    answer(() => {
      throw new Error("secret detail");
    });
    const log = console.error;
    console.error = () => undefined;
    const response = await running.post("/api/query", { path: "a:b", args: {} });
    console.error = log;
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).toContain("InternalServerError");
    expect(text).not.toContain("secret");
  });
});

describe("/api/function", () => {
  it("calls anything for an admin", async () => {
    const response = await running.admin("/api/function", { path: "m:f", args: {}, componentPath: "" });
    expect(response.status).toBe(200);
    expect(running.application.calls).toMatchObject([{ kind: "any", caller: { kind: "admin" } }]);
  });

  it.each([
    ["nobody", undefined, 403],
    ["a user", "Bearer a.b.c", 403],
    ["a wrong key", "Convex fake|wrong", 401],
  ])("refuses %s", async (_who, authorization, status) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
    const response = await running.post("/api/function", { path: "m:f", args: {} }, headers);
    expect(response.status).toBe(status);
    expect(running.application.calls).toEqual([]);
  });

  it("calls the functions of a component", async () => {
    await running.admin("/api/function", { path: "m:f", args: {}, componentPath: "lim" });
    expect(running.application.calls).toMatchObject([{ path: "m:f", componentPath: "lim" }]);
  });

  it("400 when the component is named by no text", async () => {
    expect((await running.admin("/api/function", { path: "m:f", args: {}, componentPath: 5 })).status).toBe(400);
  });
});

describe("/api/run", () => {
  it("names the function by the URL", async () => {
    const response = await running.post("/api/run/folder/mod/fn", { args: { a: 1 } });
    expect(await response.json()).toMatchObject({ status: "success", value: { a: 1 } });
    expect(running.application.calls).toMatchObject([{ kind: "any", path: "folder/mod:fn" }]);
  });

  it("needs a module and a function", async () => {
    expect((await running.post("/api/run/mod", { args: {} })).status).toBe(400);
    expect((await running.post("/api/run/mod/", { args: {} })).status).toBe(400);
    expect((await running.post("/api/run/%E0%A4%A", { args: {} })).status).toBe(400);
  });
});

describe("/api/query_batch", () => {
  it("answers every query in order", async () => {
    const queries = [1, 2, 3].map((n) => ({ path: "m:f", args: { n }, format: "convex_encoded_json" }));
    const { results } = await (await running.post("/api/query_batch", { queries })).json();
    expect(results.map((result: { value: unknown }) => result.value)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it("refuses the whole batch when one is malformed", async () => {
    const queries = [{ path: "m:f", args: {} }, { path: 1 }];
    expect((await running.post("/api/query_batch", { queries })).status).toBe(400);
    expect(running.application.calls).toEqual([]);
  });
});

describe("the official client", () => {
  it("gets values, 64-bit integers and the data of errors", async () => {
    const client = new ConvexHttpClient(`http://127.0.0.1:${running.socketPort}`, { logger: false });
    const query = makeFunctionReference<"query">("m:f");
    answer(() => ({ kind: "success", value: INT64_ONE, logLines: [] }));
    expect(await client.query(query, {})).toBe(1n);
    answer(() => ({ kind: "error", message: "m", data: { n: INT64_ONE }, logLines: [] }));
    const error: unknown = await client.query(query, {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConvexError);
    expect(error).toMatchObject({ data: { n: 1n } });
    answer(() => ({ kind: "error", message: "Uncaught Error: boom", data: undefined, logLines: [] }));
    await expect(client.mutation(makeFunctionReference<"mutation">("m:f"), {})).rejects.toThrow("Uncaught Error: boom");
  });
});
