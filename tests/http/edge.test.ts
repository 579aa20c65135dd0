// What all REST requests have in common.
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { checksumOf } from "../../convex/callers/secretChecksum";
import { sha256Hex } from "../../convex/lib/hashing";
import { describeEverywhere } from "../support/deployment";
import { bearer, createKey, createProject } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const unknownBeginning = `svc_test_${"x".repeat(37)}`;
const unknownKey = unknownBeginning + checksumOf(unknownBeginning);

describeEverywhere((deployment) => {
  let apiKey: string;
  let narrowKey: string;
  let revokedKey: string;
  beforeAll(async () => {
    const project = await createProject(deployment);
    apiKey = project.apiKey;
    narrowKey = (await createKey(deployment, project.projectId, ["runs:read"])).apiKey;
    const revoked = await createKey(deployment, project.projectId, ["*"]);
    revokedKey = revoked.apiKey;
    await deployment.mutation(internal.admin.projects.revokeKey, { keyId: revoked.keyId });
  });

  async function refusal(path: string, init?: RequestInit): Promise<{ status: number; code: string; field?: string }> {
    const response = await deployment.fetch(path, init);
    const { error } = await response.json();
    expect(error.requestId).toBe(response.headers.get("X-Request-ID"));
    expect(error.message).toMatch(/\w/);
    return { status: response.status, code: error.code, ...(error.field === undefined ? {} : { field: error.field }) };
  }

  describe("the credential", () => {
    it("401 AUTH_MISSING without an Authorization header", async () => {
      expect(await refusal("/api/v1/project")).toEqual({ status: 401, code: "AUTH_MISSING" });
    });

    it.each(["", "Bearer", "Bearer ", "Basic dTpw", unknownKey, `Bearer ${unknownKey} ${unknownKey}`])(
      "401 AUTH_INVALID for the malformed header %j",
      async (Authorization) => {
        expect(await refusal("/api/v1/project", { headers: { Authorization } })).toEqual({
          status: 401,
          code: "AUTH_INVALID",
        });
      },
    );

    it("401 AUTH_INVALID for an unknown key", async () => {
      const headers = bearer(unknownKey);
      expect(await refusal("/api/v1/project", { headers })).toEqual({ status: 401, code: "AUTH_INVALID" });
    });

    it("401 AUTH_INVALID for a revoked key, with the same message as for an unknown one", async () => {
      const revoked = await deployment.fetch("/api/v1/project", { headers: bearer(revokedKey) });
      const unknown = await deployment.fetch("/api/v1/project", { headers: bearer(unknownKey) });
      expect(revoked.status).toBe(401);
      expect((await revoked.json()).error.message).toBe((await unknown.json()).error.message);
    });

    it("401 AUTH_INVALID for a key that differs from a real one in its last character or its case", async () => {
      const last = apiKey.endsWith("A") ? "B" : "A";
      for (const key of [apiKey.slice(0, -1) + last, apiKey.slice(0, -1), apiKey + last, apiKey.toUpperCase()]) {
        expect(await refusal("/api/v1/project", { headers: bearer(key) })).toMatchObject({ code: "AUTH_INVALID" });
      }
    });

    it("401 AUTH_INVALID says by its checksum that a key was mistyped, to tools too", async () => {
      const mistyped = apiKey.slice(0, 20) + (apiKey[20] === "x" ? "y" : "x") + apiKey.slice(21);
      const message = async (key: string, path = "/api/v1/project", init: RequestInit = {}) =>
        (await (await deployment.fetch(path, { ...init, headers: bearer(key) })).json()).error.message;
      for (const key of [mistyped, apiKey.slice(0, -1)]) expect(await message(key)).toContain("checksum");
      expect(await message(unknownKey)).not.toContain("checksum");
      expect(await message(mistyped, "/mcp", { method: "POST", body: "{}" })).toContain("checksum");
    });

    it("a key that was made before there were checksums works", async () => {
      const older = `svc_test_${"x".repeat(43)}`;
      const { projectId } = await createProject(deployment);
      const key = { hash: await sha256Hex(older), prefix: older.slice(0, 17) };
      await deployment.mutation(internal.admin.projects.storeKey, { request: { projectId, name: "Older" }, key });
      expect((await deployment.fetch("/api/v1/project", { headers: bearer(older) })).status).toBe(200);
    });

    it("names the scheme in WWW-Authenticate", async () => {
      const response = await deployment.fetch("/api/v1/project");
      expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
    });

    it("accepts the scheme in any case", async () => {
      const response = await deployment.fetch("/api/v1/project", { headers: { Authorization: `bearer ${apiKey}` } });
      expect(response.status).toBe(200);
    });
  });

  describe("the order of checks", () => {
    it.each([
      ["a missing key before an unknown path", "/api/v1/nothing", undefined, "AUTH_MISSING"],
      ["a missing key before an unknown parameter", "/api/v1/project?x=1", undefined, "AUTH_MISSING"],
      ["an unknown key before an unknown path", "/api/v1/nothing", () => unknownKey, "AUTH_INVALID"],
      ["a revoked key before an unknown path", "/api/v1/nothing", () => revokedKey, "AUTH_INVALID"],
      ["a revoked key before an unknown parameter", "/api/v1/project?x=1", () => revokedKey, "AUTH_INVALID"],
      ["an unknown path before a missing scope", "/api/v1/nothing", () => narrowKey, "NOT_FOUND"],
      ["a missing scope before an unknown parameter", "/api/v1/project?x=1", () => narrowKey, "SCOPE_DENIED"],
    ])("reports %s", async (_title, path, key, code) => {
      const init = key === undefined ? {} : { headers: bearer(key()) };
      expect(await refusal(path, init)).toMatchObject({ code });
    });
  });

  describe("routes", () => {
    it.each([
      "/api/v1/",
      "/api/v1/nothing",
      "/api/v1/project/",
      "/api/v1/project/nothing",
      "/api/v1//project",
      "/api/v1/Project",
      "/api/v1/constructor",
      "/api/v1/__proto__",
      "/api/v1/%70roject",
      "/api/v1/%E0%A4%A",
    ])("404 NOT_FOUND for %s", async (path) => {
      expect(await refusal(path, { headers: bearer(apiKey) })).toEqual({ status: 404, code: "NOT_FOUND" });
    });

    it.each(["/", "/api", "/api/v1", "/api/v2/project", "/healthz/"])(
      "404 NOT_FOUND for %s, which is outside the API and asks for no key",
      async (path) => {
        expect(await refusal(path)).toEqual({ status: 404, code: "NOT_FOUND" });
      },
    );

    it.each(["POST", "PUT", "DELETE", "PATCH"])(
      "404 NOT_FOUND for %s where only GET is allowed, which it names",
      async (method) => {
        const response = await deployment.fetch("/api/v1/project", { method, headers: bearer(apiKey) });
        expect(response.status).toBe(404);
        expect(response.headers.get("Allow")).toBe("GET");
        expect((await response.json()).error).toMatchObject({
          code: "NOT_FOUND",
          message: expect.stringContaining("GET"),
        });
      },
    );
  });

  it.each([
    ["POST", "/healthz", "GET"],
    ["GET", "/idp/webhook", "POST"],
  ])("404 NOT_FOUND for %s %s, naming %s in the message and in Allow", async (method, path, allowed) => {
    const response = await deployment.fetch(path, { method });
    expect([response.status, response.headers.get("Allow")]).toEqual([404, allowed]);
    const { code, message } = (await response.json()).error;
    expect([code, message]).toEqual(["NOT_FOUND", `${path} has no ${method}; allowed: ${allowed}.`]);
  });

  describe("HEAD", () => {
    it.each(["/healthz", "/api/v1/project", "/api/v1/nothing"])(
      "answers %s as GET does, without a body",
      async (path) => {
        const headers = bearer(apiKey);
        const get = await deployment.fetch(path, { headers });
        const head = await deployment.fetch(path, { method: "HEAD", headers });
        expect(head.status).toBe(get.status);
        expect(head.headers.get("Content-Type")).toBe(get.headers.get("Content-Type"));
        expect(head.headers.get("X-Request-ID")).toMatch(uuid);
        expect(await head.text()).toBe("");
      },
    );
  });

  describe("headers", () => {
    it.each([
      ["200", "/api/v1/project", {}],
      ["200 of /healthz", "/healthz", {}],
      ["400", "/api/v1/project?x=1", {}],
      ["404", "/api/v1/nothing", {}],
      ["404 outside the API", "/nothing", {}],
      ["404 for another method", "/api/v1/project", { method: "PATCH" }],
      ["preflight", "/api/v1/project", { method: "OPTIONS" }],
    ])("of a %s: request id, content type, no caching, any origin", async (_title, path, init) => {
      const response = await deployment.fetch(path, { ...init, headers: bearer(apiKey) });
      expect(response.headers.get("X-Request-ID")).toMatch(uuid);
      expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(response.headers.get("Access-Control-Allow-Credentials")).toBe(null);
    });

    it("have a new id for every request, never the caller's", async () => {
      const mine = "11111111-1111-4111-8111-111111111111";
      const headers = { ...bearer(apiKey), "X-Request-ID": mine };
      const responses = await Promise.all([1, 2, 3].map(() => deployment.fetch("/api/v1/project", { headers })));
      const ids = responses.map((response) => response.headers.get("X-Request-ID"));
      expect(new Set([...ids, mine]).size).toBe(4);
    });
  });

  describe("OPTIONS", () => {
    it.each(["/api/v1/project", "/api/v1/nothing"])("200 {} for %s without a key", async (path) => {
      const response = await deployment.fetch(path, {
        method: "OPTIONS",
        headers: {
          Origin: "https://example.com",
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "authorization, content-type, idempotency-key",
        },
      });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({});
      expect(response.headers.get("Access-Control-Allow-Methods")).toBe("GET, HEAD, POST, PUT, DELETE, OPTIONS");
      const allowed = response.headers.get("Access-Control-Allow-Headers")?.toLowerCase().split(", ");
      expect(allowed).toEqual(expect.arrayContaining(["authorization", "content-type", "idempotency-key"]));
    });
  });

  describe("the legacy envelope", () => {
    it("is available only before 2026-10-24", async () => {
      const isOver = Date.now() >= Date.UTC(2026, 9, 24);
      const response = await deployment.fetch("/api/v1/project", { headers: { "X-API-Version": "1" } });
      expect(response.headers.has("Sunset")).toBe(!isOver);
      const { error } = await response.json();
      expect(typeof error).toBe(isOver ? "object" : "string");
    });
  });
});

describe("the legacy envelope, with the clock moved (in process, where it can be)", () => {
  const deployment = inProcess();
  afterEach(() => {
    vi.useRealTimers();
  });

  async function request(at: string, version: string, path = "/api/v1/project", headers = {}): Promise<Response> {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(at) });
    return await deployment.fetch(path, { headers: { "X-API-Version": version, ...headers } });
  }

  it("is a plain message until the last millisecond, and announces its end", async () => {
    const response = await request("2026-10-23T23:59:59.999Z", "1");
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ error: expect.stringMatching(/\w/) });
    expect(response.headers.get("X-Request-ID")).toMatch(uuid);
    expect(response.headers.get("Deprecation")).toBe("true");
    expect(response.headers.get("Sunset")).toBe("Sat, 24 Oct 2026 00:00:00 GMT");
  });

  it("leaves successful answers unchanged, with headers that announce its end", async () => {
    const { apiKey, projectId } = await createProject(deployment);
    const response = await request("2026-10-23T00:00:00Z", "1", "/api/v1/project", bearer(apiKey));
    expect((await response.json()).data).toMatchObject({ id: projectId });
    expect(response.headers.has("Sunset")).toBe(true);
  });

  it.each([
    ["from the sunset on", "2026-10-24T00:00:00.000Z", "1"],
    ["for another version", "2026-10-23T00:00:00Z", "2"],
  ])("has no effect %s", async (_title, at, version) => {
    const response = await request(at, version);
    expect((await response.json()).error).toMatchObject({ code: "AUTH_MISSING" });
    expect(response.headers.has("Deprecation")).toBe(false);
    expect(response.headers.has("Sunset")).toBe(false);
  });
});

describe("a request that reads", () => {
  it("changes only the last use of its key and the last check of health; a refusal for a scope has its entry", async () => {
    const deployment = inProcess();
    const { apiKey, projectId } = await createProject(deployment);
    const narrow = await createKey(deployment, projectId, ["runs:read"]);
    const { apiKeyUses: _, healthProbes: none, ...before } = await deployment.documents();
    expect(none).toEqual([]);
    for (const key of [apiKey, narrow.apiKey, unknownKey]) {
      for (const path of ["/api/v1/project", "/api/v1/project?x=1", "/api/v1/nothing", "/healthz"]) {
        await deployment.fetch(path, { headers: bearer(key) });
      }
    }
    const { apiKeyUses, healthProbes, ...after } = await deployment.documents();
    const { auditEntries = [], ...others } = after;
    const { auditEntries: earlier = [], ...othersBefore } = before;
    expect(others).toEqual(othersBefore);
    // One in a minute, however often it asks.
    expect(auditEntries.slice(earlier.length)).toMatchObject([{ action: "project.get", outcome: "refused" }]);
    // /healthz checks at most once in five seconds whether the database can be written, no matter who asks.
    expect(healthProbes).toHaveLength(1);
    // The use of each of the two keys is recorded at most once a second.
    expect(apiKeyUses?.length).toBeGreaterThanOrEqual(2);
  });
});
