// Whatever a request carries: each route answers what it cannot take with a refusal, and nothing with a fault.
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../convex/project/routes";
import { describeEverywhere } from "../support/deployment";
import { bearer, createProject } from "../support/fixtures";

const codes = new Set(["VALIDATION", "NOT_FOUND", "FORBIDDEN", "CONFLICT"]);

/** Texts are sent as they are, anything else as JSON. None is what any endpoint takes. */
const bodies: [string, unknown][] = [
  ["no JSON", "name=x"],
  ["half a JSON", '{"name":'],
  ["a list", []],
  ["a list of objects", [{}]],
  ["null", null],
  ["a number", 1],
  ["a boolean", true],
  ["a text", '"text"'],
  ["an unknown field", { unknown: 1 }],
  ["the prototype", '{"__proto__":{"name":"x"}}'],
  ["the constructor", { constructor: { prototype: {} } }],
  ["an empty name of a field", { "": 1 }],
  ["a name with a dot", { "a.b": 1 }],
  ["a name with a dollar", { $set: {} }],
  ["a name with a zero", { "a\u0000b": 1 }],
  ["a name beyond ASCII", { "né\u{1f600}": 1 }],
  ["a lone surrogate", String.raw`{"x":"\ud800"}`],
  ["a number beyond all", '{"x":1e999}'],
  ["nesting without end", "[".repeat(100_000)],
  ["deep nesting", `${'{"x":'.repeat(50_000)}1${"}".repeat(50_000)}`],
  ["a megabyte", { x: "x".repeat(1024 * 1024) }],
  ["many fields", Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`x${index}`, index]))],
  ...[null, 0, "", [], {}, " ", "\u0000", -1].map((value): [string, unknown] => [
    `${JSON.stringify(value)} in every field`,
    Object.fromEntries(
      ["name", "slug", "email", "role", "targetUserId", "provider", "key", "keyId", "agentMd", "x"].map((field) => [
        field,
        value,
      ]),
    ),
  ]),
];

const queries = [
  ["x=1", "__proto__=1", "constructor=1", "limit=0&limit=0", "%00=1", "%F0%9F%98%80=1", "=1", "limit[]=1"],
  ["x", "&x&", "limit=1&LIMIT=1", "cursor=1&cursor=1", "a.b=1", "$where=1", "toString=1", "%zz=1", "limit%20=1"],
  [`x=${"x".repeat(5000)}`],
].flat();

describeEverywhere((deployment) => {
  describe("every route", () => {
    let headers: Record<string, string>;
    let before: unknown;
    beforeAll(async () => {
      headers = bearer((await createProject(deployment)).apiKey);
      before = await project();
    });

    async function project(): Promise<unknown> {
      return (await deployment.fetch("/api/v1/project", { headers })).json();
    }

    /** Null for a refusal with a code that may be, else what came instead. */
    async function wrongAnswer(path: string, init: RequestInit): Promise<unknown> {
      const response = await deployment.fetch(path, { ...init, headers });
      const body = await response.json();
      const isRefusal = response.status >= 400 && response.status < 500 && codes.has(body.error?.code);
      const isTraced = body.error?.requestId === response.headers.get("X-Request-ID");
      return isRefusal && isTraced ? null : { path, status: response.status, body };
    }

    describe.each(routes.filter(({ method }) => method !== "GET").map(({ path }) => path))("POST %s", (path) => {
      it.each(bodies)("refuses %s, changing nothing", async (_what, body) => {
        const text = typeof body === "string" ? body : JSON.stringify(body);
        expect(await wrongAnswer(`/api/v1${path}`, { method: "POST", body: text })).toBeNull();
        expect(await project()).toEqual(before);
      });
    });

    it.each(routes.map(({ method, path }) => [method, path]))("%s %s refuses odd parameters", async (method, path) => {
      for (const query of queries) expect(await wrongAnswer(`/api/v1${path}?${query}`, { method })).toBeNull();
    });
  });
});
