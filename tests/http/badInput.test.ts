// Whatever a request contains: each route refuses what it cannot handle, and never answers with an internal error.
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { allFieldNames, allRoutes } from "../support/allRoutes";
import type { Deployment } from "../support/deployment";
import { engineDeployment } from "../support/engineDeployment";
import { bearer, createProject, encryptionKey } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const codes = new Set(["VALIDATION", "NOT_FOUND", "FORBIDDEN", "CONFLICT"]);

const fields = await allFieldNames();
const inEveryField = (value: unknown): unknown => Object.fromEntries([...fields, "x"].map((field) => [field, value]));

/** Bodies that no endpoint accepts. Texts are sent as they are, other values as JSON. */
const bodies: unknown[] = [
  [],
  [{}],
  null,
  1,
  true,
  '"text"',
  { unknown: 1 },
  '{"__proto__":{"name":"x"}}',
  { constructor: { prototype: {} } },
  { "": 1 },
  { "a.b": 1 },
  { $set: {} },
  { "a\u0000b": 1 },
  { "né\u{1f600}": 1 },
  ...[null, 0, "", [], {}, " ", "\u0000", -1, [null], [[]], { x: null }].map(inEveryField),
];

/** Bodies that are refused before their fields are checked. */
const unreadable: [string, unknown][] = [
  ["no JSON", "name=x"],
  ["half a JSON", '{"name":'],
  ["a lone surrogate", String.raw`{"x":"\ud800"}`],
  ["a number beyond all", '{"x":1e999}'],
  ["nesting without end", "[".repeat(100_000)],
  ["deep nesting", `${'{"x":'.repeat(50_000)}1${"}".repeat(50_000)}`],
  ["a megabyte", { x: "x".repeat(1024 * 1024) }],
  ["many fields", Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`x${index}`, index]))],
];

const queries = [
  ["x=1", "__proto__=1", "constructor=1", "limit=0&limit=0", "%00=1", "%F0%9F%98%80=1", "=1", "limit[]=1"],
  ["x", "&x&", "limit=1&LIMIT=1", "cursor=1&cursor=1", "a.b=1", "$where=1", "toString=1", "%zz=1", "limit%20=1"],
  [`x=${"x".repeat(5000)}`],
].flat();

/** Values for each parameter of a path. None is an id or a type of anything. */
const segments = [
  ["nothing", "%00", "x%2Fy", "%F0%9F%98%80", "__proto__", "constructor", "%zz", "%20", "r_", "-1"],
  ["x".repeat(5000)],
].flat();

const named = allRoutes.map(({ method, path }, index) => [method, path, index] as const);
const writing = named.filter(([method]) => method !== "GET");
const withParameters = named.filter(([, path]) => path.includes(":"));
/** One route for each method: all routes of a method read bodies in the same way. */
const methods = ["POST", "PUT", "DELETE"].flatMap((wanted) =>
  writing.filter(([method]) => method === wanted).slice(0, 1),
);

const inPath = (path: string, segment = "nothing") => `/api/v1${path.replaceAll(/:\w+/g, segment)}`;
const textOf = (body: unknown): string => (typeof body === "string" ? body : JSON.stringify(body));

interface Attempt {
  method: string;
  path: string;
  body?: string;
}

/** Returns null if the answer is an allowed refusal, or otherwise the answer. */
async function wrongAnswer(deployment: Deployment, apiKey: string, { path, ...init }: Attempt): Promise<unknown> {
  const response = await deployment.fetch(path, { ...init, headers: bearer(apiKey) });
  const answer = await response.json();
  const isRefusal = response.status >= 400 && response.status < 500 && codes.has(answer.error?.code);
  const isTraced = answer.error?.requestId === response.headers.get("X-Request-ID");
  return isRefusal && isTraced ? null : { path, sent: init.body?.slice(0, 200), status: response.status, answer };
}

/** Chooses which of the attempts are tried on the route with this index. */
type Choose = <Attempt>(all: Attempt[], index: number) => Attempt[];

const everyThird: Choose = (all, index) => all.filter((_attempt, place) => (place + index) % 3 === 0);

function refuseEverything(deployment: Deployment, choose: Choose): void {
  let apiKey: string;
  beforeAll(async () => {
    // Secrets are sealed before the transaction that finds out that what they belong to is not there.
    await deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey });
    ({ apiKey } = await createProject(deployment));
  });
  afterAll(() => deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: null }));

  async function wrong(attempts: Attempt[]): Promise<unknown[]> {
    const answers = await Promise.all(attempts.map((attempt) => wrongAnswer(deployment, apiKey, attempt)));
    return answers.filter((answer) => answer !== null);
  }

  it.each(writing)("%s %s refuses odd bodies", async (method, path, index) => {
    const chosen = choose(bodies, index);
    expect(await wrong(chosen.map((body) => ({ path: inPath(path), method, body: textOf(body) })))).toEqual([]);
  });

  describe.each(methods)("%s %s", (method, path) => {
    it.each(unreadable)("refuses %s", async (_what, body) => {
      expect(await wrong([{ path: inPath(path), method, body: textOf(body) }])).toEqual([]);
    });
  });

  it.each(named)("%s %s refuses odd parameters", async (method, path, index) => {
    const chosen = choose(queries, index);
    expect(await wrong(chosen.map((query) => ({ path: `${inPath(path)}?${query}`, method })))).toEqual([]);
  });

  it.each(withParameters)("%s %s refuses what cannot be in its path", async (method, path, index) => {
    const chosen = choose(segments, index);
    expect(await wrong(chosen.map((segment) => ({ path: inPath(path, segment), method })))).toEqual([]);
  });
}

describe("in process", () => {
  const deployment = inProcess();
  let before: unknown;
  refuseEverything(deployment, inject("cases") === "all" ? (all) => all : everyThird);
  beforeAll(async () => {
    before = await documents();
  });

  /** Returns all documents except the records of key use. */
  async function documents(): Promise<unknown> {
    const { apiKeyUses: _uses, apiKeyLastUses: _lastUses, ...others } = await deployment.documents();
    return others;
  }

  it("no document has changed", async () => {
    expect(await documents()).toEqual(before);
  });
});

describe("on the engine", () => {
  // Here each attempt is made on some route, and each route is tried once.
  refuseEverything(engineDeployment(), (all, index) => all.slice(index % all.length).slice(0, 1));
});
