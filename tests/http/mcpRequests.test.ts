// What `POST /mcp` does with requests as they come from the network, good and bad.
import { beforeAll, describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { bearer, client, createKey, createProject, dataOf } from "../support/fixtures";

const newest = "2026-07-28";
const meta = {
  "io.modelcontextprotocol/protocolVersion": newest,
  "io.modelcontextprotocol/clientCapabilities": {},
};
const headersOf = (method: string, name?: string) => ({
  "MCP-Protocol-Version": newest,
  "Mcp-Method": method,
  ...(name === undefined ? {} : { "Mcp-Name": name }),
});

describeEverywhere((deployment) => {
  let apiKey: string;
  let projectId: string;
  beforeAll(async () => {
    ({ apiKey, projectId } = await createProject(deployment));
  });

  const sendText = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
    const init = { method: "POST", headers: { ...bearer(apiKey), ...headers }, body };
    const response = await deployment.fetch("/mcp", init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
  };
  const send = (message: unknown, headers?: Record<string, string>) => sendText(JSON.stringify(message), headers);
  const ask = (method: string, params: object = {}, id: unknown = 1) => ({ jsonrpc: "2.0", id, method, params });
  const asked = async (message: unknown, headers?: Record<string, string>) => {
    const { status, body } = await send(message, headers);
    return [status, body.error?.code, body.id];
  };

  describe("the request", () => {
    it.each(["GET", "DELETE", "PUT", "PATCH"])("405 for %s, also without a key", async (method) => {
      const response = await deployment.fetch("/mcp", { method });
      expect([response.status, response.headers.get("Allow")]).toEqual([405, "POST"]);
    });

    it("lets pages of other origins ask, with the headers of the protocol", async () => {
      const response = await deployment.fetch("/mcp", { method: "OPTIONS" });
      expect(response.status).toBe(200);
      const allowed = response.headers.get("Access-Control-Allow-Headers")?.toLowerCase().split(", ");
      expect(allowed).toEqual(expect.arrayContaining(["mcp-protocol-version", "mcp-method", "mcp-name"]));
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    });

    it("401 with WWW-Authenticate before anything else is looked at", async () => {
      const origin = { Origin: "evil" };
      for (const headers of [{}, bearer(`svc_test_${"x".repeat(43)}`), origin]) {
        const response = await deployment.fetch("/mcp", { method: "POST", headers, body: "{" });
        expect([response.status, response.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
      }
    });

    it("403 for an Origin that no web page can have, 200 for those of pages and editors", async () => {
      for (const origin of ["evil", "https://a b", "https://a/b"]) {
        expect((await send(ask("ping"), { Origin: origin })).status).toBe(403);
      }
      for (const origin of ["null", "https://app.example", "http://localhost:3000", "vscode-webview://abc"]) {
        expect((await send(ask("ping"), { Origin: origin })).status).toBe(200);
      }
    });

    it("406 for a client that does not take JSON", async () => {
      expect((await send(ask("ping"), { Accept: "text/event-stream" })).status).toBe(406);
      expect((await send(ask("ping"), { Accept: "application/json, text/event-stream" })).status).toBe(200);
    });

    it("202 without a body for a notification", async () => {
      const { status, body } = await send({ jsonrpc: "2.0", method: "notifications/initialized" });
      expect([status, body]).toEqual([202, null]);
    });
  });

  describe("the message", () => {
    it.each(["", "{", "nonsense", "[".repeat(2000), '"\\ud800"'])(
      "-32700 for what is not JSON: %.12j",
      async (text) => {
        const { status, body } = await sendText(text);
        expect([status, body]).toEqual([
          400,
          { jsonrpc: "2.0", error: { code: -32_700, message: expect.any(String) } },
        ]);
      },
    );

    it("-32700 for bytes that are not UTF-8", async () => {
      expect((await sendText(new Uint8Array([0x7b, 0xff, 0x7d]))).body.error.code).toBe(-32_700);
    });

    it("-32600 for a body that is too large", async () => {
      const { status, body } = await send(ask("ping", { text: "x".repeat(1024 * 1024) }));
      expect([status, body.error.code]).toEqual([400, -32_600]);
    });

    it.each([
      ["a batch", [ask("ping")]],
      ["an empty batch", []],
      ["null", null],
      ["a number", 5],
      ["another version", { ...ask("ping"), jsonrpc: "1.0" }],
      ["no method", { jsonrpc: "2.0", id: 1 }],
      ["a method that is not a text", { ...ask("ping"), method: 5 }],
      ["a response", { jsonrpc: "2.0", id: 1, result: {} }],
      ["params that are a list", { ...ask("ping"), params: [] }],
      ["the id null", ask("ping", {}, null)],
      ["an id that is an object", ask("ping", {}, {})],
      ["an id that JSON does not hold exactly", ask("ping", {}, 2 ** 60)],
      ["an id with a fraction", ask("ping", {}, 1.5)],
      ["an endless id", ask("ping", {}, "x".repeat(257))],
    ])("-32600 for %s", async (_what, message) => {
      const [status, code] = await asked(message);
      expect([status, code]).toEqual([400, -32_600]);
    });

    it("-32600 for a field named __proto__ anywhere", async () => {
      const text = JSON.stringify(ask("tools/call", { name: "runs_list", arguments: { x: 1 } })).replace(
        '"x"',
        '"__proto__"',
      );
      const { body } = await sendText(text);
      expect(body.error).toMatchObject({ code: -32_600, message: expect.stringContaining("__proto__") });
    });

    it.each(["__proto__", "constructor", "tools/", "tasks/result/x", "resources/subscribe"])(
      "-32601 for the method %s",
      async (method) => {
        expect(await asked(ask(method))).toEqual([200, -32_601, 1]);
        expect(await asked(ask(method, { _meta: meta }), headersOf(method))).toEqual([404, -32_601, 1]);
      },
    );

    it("-32602 for a call without a name", async () => {
      expect(await asked(ask("tools/call"))).toEqual([200, -32_602, 1]);
    });

    it.each([
      ["[]", []],
      ["a text", "{}"],
      ["a number", 5],
      ["false", false],
    ])("a refusal of the tool for arguments that are %s", async (_what, args) => {
      for (const name of ["runs_list", "runs_start", "runs_wait"]) {
        const { status, body } = await send(ask("tools/call", { name, arguments: args }));
        expect([status, body.result.isError]).toEqual([200, true]);
        const refusal = { code: "VALIDATION", field: "arguments", message: "arguments must be an object." };
        expect(JSON.parse(body.result.content[0].text)).toEqual(refusal);
      }
    });

    it.each([["runs_list"], ["runs_start"], ["runs_wait"]])(
      "a refusal of %s for the scope rather than for arguments that are a list",
      async (name) => {
        const { apiKey: reader } = await createKey(deployment, projectId, ["issues:read"]);
        const { body } = await send(ask("tools/call", { name, arguments: [] }), bearer(reader));
        expect(JSON.parse(body.result.content[0].text)).toMatchObject({ code: "SCOPE_DENIED", field: null });
      },
    );

    it("has one id, also where a tool asks an endpoint", async () => {
      const { headers } = await send(ask("tools/call", { name: "issues_create", arguments: { title: "Crash" } }));
      const { keyId, apiKey: reader } = await createKey(deployment, projectId, ["issues:read"]);
      const refused = await send(
        ask("tools/call", { name: "issues_create", arguments: { title: "Crash" } }),
        bearer(reader),
      );
      expect(JSON.parse(refused.body.result.content[0].text)).toMatchObject({ code: "SCOPE_DENIED" });
      const entries = await dataOf(client(deployment, apiKey).get("/audit-log?action=issues.create"));
      expect(entries).toMatchObject([
        { outcome: "refused", actor: { id: keyId }, requestId: refused.headers.get("X-Request-ID") },
        { outcome: "success", requestId: headers.get("X-Request-ID") },
      ]);
    });

    it("a refusal of a tool for arguments nested too deep", async () => {
      let deep: unknown = "x";
      for (let level = 0; level < 500; level++) deep = { deep };
      const { body } = await send(ask("tools/call", { name: "issues_create", arguments: { title: deep } }));
      expect(JSON.parse(body.result.content[0].text)).toMatchObject({ code: "VALIDATION", field: "title" });
    });

    it("repeats ids as they are", async () => {
      for (const id of ["", "a", 0, -5, Number.MAX_SAFE_INTEGER]) {
        expect((await send(ask("ping", {}, id))).body).toEqual({ jsonrpc: "2.0", id, result: {} });
      }
    });
  });

  describe("the revision", () => {
    it("offers the newest one with a handshake to a client that asks for another", async () => {
      for (const [wanted, agreed] of [
        ["2025-11-25", "2025-11-25"],
        ["2025-06-18", "2025-06-18"],
        ["2024-11-05", "2025-11-25"],
        [5, "2025-11-25"],
      ]) {
        const { body } = await send(ask("initialize", { protocolVersion: wanted }));
        expect(body.result.protocolVersion).toBe(agreed);
      }
    });

    it("-32022 with those that it speaks for an unknown one", async () => {
      const data = { supported: [newest, "2025-11-25", "2025-06-18"], requested: "1900-01-01" };
      const old = { ...meta, "io.modelcontextprotocol/protocolVersion": "1900-01-01" };
      const headers = { ...headersOf("tools/list"), "MCP-Protocol-Version": "1900-01-01" };
      for (const params of [{ _meta: old }, {}]) {
        const { status, body } = await send(ask("tools/list", params), headers);
        expect([status, body.error]).toMatchObject([400, { code: -32_022, data }]);
      }
    });

    it("marks each result with its type and the server, and says how long a list may be kept", async () => {
      const { body } = await send(ask("tools/list", { _meta: meta }), headersOf("tools/list"));
      expect(body.result).toMatchObject({
        resultType: "complete",
        _meta: { "io.modelcontextprotocol/serverInfo": { name: "switchyard" } },
        ttlMs: 300_000,
        cacheScope: "private",
      });
    });

    it("-32020 where a header is missing or says something else than the message", async () => {
      const call = ask("tools/call", { _meta: meta, name: "runs_list" });
      const good = headersOf("tools/call", "runs_list");
      expect((await send(call, good)).status).toBe(200);
      expect((await send(call, { ...good, "Mcp-Name": `=?base64?${btoa("runs_list")}?=` })).status).toBe(200);
      for (const headers of [
        {},
        { ...good, "Mcp-Method": "tools/list" },
        { ...good, "Mcp-Name": "issues_list" },
        { ...good, "Mcp-Name": "=?base64?***?=" },
        headersOf("tools/call"),
        { ...good, "MCP-Protocol-Version": "2025-11-25" },
      ]) {
        expect(await asked(call, headers)).toEqual([400, -32_020, 1]);
      }
    });

    it("-32602 where the metadata is missing or lacks what is required", async () => {
      const headers = headersOf("tools/list");
      const { "io.modelcontextprotocol/clientCapabilities": _left, ...rest } = meta;
      for (const params of [{}, { _meta: [] }, { _meta: rest }]) {
        expect(await asked(ask("tools/list", params), headers)).toEqual([400, -32_602, 1]);
      }
    });

    it("keeps methods of one revision from clients of the other", async () => {
      expect(await asked(ask("server/discover"))).toEqual([200, -32_601, 1]);
      for (const method of ["initialize", "ping"]) {
        expect(await asked(ask(method, { _meta: meta }), headersOf(method))).toEqual([404, -32_601, 1]);
      }
    });
  });
});
