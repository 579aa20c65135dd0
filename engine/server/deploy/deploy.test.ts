import { brotliCompressSync, gzipSync } from "node:zlib";
import { convexToJson } from "convex/values";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../value/json";
import { ADMIN_KEY } from "../testing/fakeApplication";
import { startServers, type Running } from "../testing/startServers";

let running: Running;
beforeAll(async () => {
  running = await startServers({ logPollMs: 100, maxPushBytes: 100_000, maxAnonymousBytes: 10_000 });
});
afterAll(() => running.servers.close(0));
beforeEach(() => {
  const { application } = running;
  application.prepared.clear();
  application.activated.length = 0;
  application.indexes = { added: [], removed: [] };
  application.schemaCheck = { kind: "complete" };
});

const MESSAGES = { path: "messages.js", source: "export {}", sourceMap: "{}", environment: "isolate" };
const SCHEMA = { path: "schema.js", source: "schema", environment: "isolate" };
const DEFINITION = { path: "convex.config.js", source: "definition", environment: "isolate" };

const COMPONENT = {
  definitionPath: "../lim",
  definition: DEFINITION,
  dependencies: [],
  schema: null,
  functions: [MESSAGES],
  udfServerVersion: "1.48.0",
};

function pushRequest(app: JsonObject = {}, more: JsonObject = {}): JsonObject {
  return {
    adminKey: ADMIN_KEY,
    dryRun: false,
    functions: "convex/",
    appDefinition: {
      definition: DEFINITION,
      dependencies: [],
      schema: SCHEMA,
      changedModules: [MESSAGES],
      unchangedModuleHashes: [],
      udfServerVersion: "1.48.0",
      ...app,
    },
    componentDefinitions: [],
    nodeDependencies: [],
    ...more,
  };
}

async function startPush(request: JsonObject = pushRequest()) {
  return (await running.admin("/api/deploy2/start_push", request)).json();
}

const DEPLOY_POSTS = [
  "/api/get_config_hashes",
  "/api/deploy2/evaluate_schema",
  "/api/deploy2/evaluate_push",
  "/api/deploy2/start_push",
  "/api/deploy2/wait_for_schema",
  "/api/deploy2/finish_push",
  "/api/deploy2/report_push_completed",
  "/api/update_environment_variables",
];
const DEPLOY_GETS = [
  "/api/v1/get_canonical_urls",
  "/api/list_environment_variables",
  "/api/stream_function_logs?cursor=0",
];

describe("the admin key", () => {
  it.each(DEPLOY_POSTS)("is needed by POST %s", async (path) => {
    expect((await running.post(path, {})).status).toBe(403);
    expect((await running.post(path, { adminKey: "wrong" })).status).toBe(403);
    expect((await running.post(path, {}, { Authorization: "Bearer a.b.c" })).status).toBe(403);
    expect((await running.post(path, { adminKey: ADMIN_KEY }, { Authorization: "Convex wrong" })).status).toBe(401);
  });

  it.each(DEPLOY_GETS)("is needed by GET %s", async (path) => {
    expect((await running.api(path)).status).toBe(403);
    expect((await running.api(path, { headers: { Authorization: "Convex wrong" } })).status).toBe(401);
  });

  it("may come in the header, the query or the body", async () => {
    const path = "/api/get_config_hashes";
    expect((await running.admin(path, {})).status).toBe(200);
    expect((await running.post(`${path}?adminKey=${encodeURIComponent(ADMIN_KEY)}`, {})).status).toBe(200);
    expect((await running.post(path, { adminKey: ADMIN_KEY })).status).toBe(200);
    expect((await running.api(`/api/list_environment_variables?adminKey=${ADMIN_KEY}`)).status).toBe(200);
  });
});

describe("start_push", () => {
  it("hands every module to the application and activates nothing", async () => {
    await startPush();
    const [definitions] = running.application.prepared.values();
    const modules = [MESSAGES, { ...DEFINITION, sourceMap: null }, { ...SCHEMA, sourceMap: null }];
    expect(definitions).toEqual([{ path: "", dependencies: [], modules }]);
    expect(running.application.activated).toEqual([]);
  });

  it("hands the definitions of components over with their dependencies", async () => {
    await startPush(pushRequest({ dependencies: ["../lim"] }, { componentDefinitions: [COMPONENT] }));
    const [definitions] = running.application.prepared.values();
    expect(definitions).toMatchObject([
      { path: "", dependencies: ["../lim"] },
      { path: "../lim", dependencies: [], modules: [MESSAGES, { path: "convex.config.js" }] },
    ]);
  });

  it("answers with what code is generated from", async () => {
    running.application.indexes.added.push({ type: "database", name: "t.i", fields: ["f"] });
    expect(await startPush()).toEqual({
      environmentVariables: {},
      externalDepsId: null,
      componentDefinitionPackages: {},
      appAuth: [],
      analysis: {
        "": {
          definition: {
            path: "",
            definitionType: { type: "app" },
            childComponents: [],
            httpMounts: {},
            exports: { type: "branch", branch: [] },
          },
          schema: { tables: [], schemaValidation: true },
          functions: {
            "messages.js": {
              functions: [
                {
                  name: "send",
                  pos: { path: "messages.js", start_lineno: 4, start_col: 0 },
                  udfType: "Mutation",
                  visibility: { kind: "public" },
                  args: '{"type":"object","value":{"body":{"fieldType":{"type":"string"},"optional":false}}}',
                  returns: null,
                },
              ],
              httpRoutes: null,
              cronSpecs: null,
              sourceMapped: null,
            },
            "http.js": {
              functions: [],
              httpRoutes: [{ path: "/hello", method: "GET" }],
              cronSpecs: null,
              sourceMapped: null,
            },
          },
          udfConfig: {
            serverVersion: "1.48.0",
            importPhaseRngSeed: { $bytes: Buffer.alloc(32).toString("base64") },
            importPhaseUnixTimestamp: convexToJson(1_700_000_000_000_000_000n),
          },
        },
      },
      app: {
        definitionPath: "",
        componentPath: "",
        args: {},
        childComponents: {},
        httpRoutes: { httpModuleRoutes: [{ path: "/hello", method: "GET" }], mounts: [] },
        exports: {},
      },
      schemaChange: {
        allocatedComponentIds: {},
        schemaIds: { "": expect.any(String) },
        indexDiffs: {
          "": { added_indexes: [{ type: "database", name: "t.i", fields: ["f"] }], removed_indexes: [] },
        },
      },
    });
  });

  it("takes an app without schema and definition", async () => {
    expect(await startPush(pushRequest({ schema: null, definition: null }))).toHaveProperty("schemaChange");
  });

  it.each([
    ["brotli", "br", brotliCompressSync],
    ["gzip", "gzip", gzipSync],
  ])("takes a %s body", async (_name, encoding, compress) => {
    const response = await running.api("/api/deploy2/start_push", {
      method: "POST",
      body: compress(JSON.stringify(pushRequest())),
      headers: { "Content-Encoding": encoding, Authorization: `Convex ${ADMIN_KEY}` },
    });
    expect(response.status).toBe(200);
  });

  it("a body that unfolds past the bound of a push is 413; without the key in a header it is not unfolded", async () => {
    const body = brotliCompressSync(" ".repeat(100_001));
    const send = (headers: Record<string, string>) =>
      running.api("/api/deploy2/start_push", {
        method: "POST",
        body,
        headers: { "Content-Encoding": "br", ...headers },
      });
    expect((await send({ Authorization: `Convex ${ADMIN_KEY}` })).status).toBe(413);
    expect((await send({})).status).toBe(415);
  });

  it("without the admin key in a header, a body may be as long as that of an anonymous caller", async () => {
    const send = (body: string) => running.api("/api/deploy2/start_push", { method: "POST", body });
    expect((await send(" ".repeat(10_001))).status).toBe(413);
  });

  it.each([
    ["no app", pushRequest({}, { appDefinition: null })],
    ["what is not a list of modules", pushRequest({ changedModules: [{ path: "a.js" }] })],
    ["an unknown environment", pushRequest({ changedModules: [{ ...MESSAGES, environment: "moon" }] })],
    ["a module twice", pushRequest({ changedModules: [MESSAGES, MESSAGES] })],
    ["modules it was not given", pushRequest({ unchangedModuleHashes: [{ path: "a.js" }] })],
    ["a component without a path", pushRequest({}, { componentDefinitions: [{ ...COMPONENT, definitionPath: null }] })],
    ["what is not a list of dependencies", pushRequest({ dependencies: [5] })],
    ["modules that do not evaluate", pushRequest({ changedModules: [{ ...MESSAGES, source: "does not evaluate" }] })],
  ])("refuses %s with 400 and says why", async (_what, request) => {
    const response = await running.admin("/api/deploy2/start_push", request);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ code: expect.any(String), message: expect.any(String) });
    expect(running.application.prepared.size).toBe(0);
  });
});

describe("before the push", () => {
  it("get_config_hashes knows no module, so that all are sent", async () => {
    expect(await (await running.admin("/api/get_config_hashes", { version: "1.48.0" })).json()).toMatchObject({
      config: { functions: "convex/" },
      moduleHashes: [],
    });
  });

  it("evaluate_push and evaluate_schema say which indexes would change, and activate nothing", async () => {
    const search = { type: "search" as const, name: "t.words", searchField: "a", filterFields: ["b"] };
    running.application.indexes = {
      added: [{ type: "database", name: "t.new", fields: ["a"] }, search],
      removed: [{ type: "database", name: "t.old", fields: ["b"] }],
    };
    const push = await (await running.admin("/api/deploy2/evaluate_push", pushRequest())).json();
    expect(push.schemaChange.indexDiffs[""].added_indexes[1]).toEqual(search);
    expect(push.schemaChange.indexDiffs[""].removed_indexes).toEqual([
      { type: "database", name: "t.old", fields: ["b"] },
    ]);
    const schema = await (await running.admin("/api/deploy2/evaluate_schema", pushRequest())).json();
    expect(schema.componentSchemaEvaluations[""].indexes).toMatchObject([
      { name: "t.new", change: "added" },
      { ...search, change: "added" },
      { name: "t.old", change: "dropped" },
    ]);
    expect(running.application.activated).toEqual([]);
  });
});

describe("wait_for_schema", () => {
  it("says whether the documents fit", async () => {
    const { schemaChange } = await startPush();
    const wait = async () => (await running.admin("/api/deploy2/wait_for_schema", { schemaChange })).json();
    expect(await wait()).toEqual({ type: "complete" });
    running.application.schemaCheck = {
      kind: "failed",
      componentPath: "lim",
      tableName: "t",
      error: "does not fit",
    };
    expect(await wait()).toEqual({ type: "failed", error: "does not fit", componentPath: "lim", tableName: "t" });
  });

  it("refuses a push that was not prepared", async () => {
    for (const schemaChange of [{ schemaIds: { "": "unknown" } }, { schemaIds: {} }, {}, null]) {
      expect((await running.admin("/api/deploy2/wait_for_schema", { schemaChange })).status).toBe(400);
    }
  });
});

describe("finish_push", () => {
  it("activates the push that start_push prepared", async () => {
    const started = await startPush();
    const diff = await (await running.admin("/api/deploy2/finish_push", { startPush: started, dryRun: false })).json();
    expect(running.application.activated).toEqual([started.schemaChange.schemaIds[""]]);
    expect(diff).toMatchObject({
      authDiff: { added: [], removed: [] },
      definitionDiffs: {},
      componentDiffs: { "": { diffType: { type: "modify" }, moduleDiff: { added: ["messages.js"], removed: [] } } },
    });
  });

  it("activates nothing on a dry run", async () => {
    const started = await startPush();
    const diff = await (await running.admin("/api/deploy2/finish_push", { startPush: started, dryRun: true })).json();
    expect(diff).toMatchObject({ componentDiffs: {} });
    expect(running.application.activated).toEqual([]);
  });

  it("refuses a push that start_push did not answer", async () => {
    expect((await running.admin("/api/deploy2/finish_push", { startPush: {}, dryRun: false })).status).toBe(400);
    expect((await running.admin("/api/deploy2/finish_push", {})).status).toBe(400);
  });

  it("its report is accepted", async () => {
    const response = await running.admin("/api/deploy2/report_push_completed", { spans: [] });
    expect(await response.json()).toEqual({});
  });
});

describe("environment variables", () => {
  it("are set, listed and removed", async () => {
    const changes = [
      { name: "A", value: "1" },
      { name: "B", value: "2" },
    ];
    expect((await running.admin("/api/update_environment_variables", { changes })).status).toBe(200);
    await running.admin("/api/update_environment_variables", { changes: [{ name: "A", value: null }] });
    const listed = await running.api("/api/list_environment_variables", {
      headers: { Authorization: `Convex ${ADMIN_KEY}` },
    });
    expect(await listed.json()).toEqual({ environment_variables: { B: "2" } });
  });

  it("are not changed by a malformed request", async () => {
    const before = running.application.listEnv();
    for (const changes of [
      undefined,
      {},
      ["A"],
      [{ name: "A" }],
      [{ name: 1, value: "x" }],
      [{ name: "A", value: 1 }],
    ]) {
      expect((await running.admin("/api/update_environment_variables", { changes })).status).toBe(400);
    }
    expect(running.application.listEnv()).toEqual(before);
  });
});

it("get_canonical_urls says where the two hosts are", async () => {
  const response = await running.api("/api/v1/get_canonical_urls", {
    headers: { Authorization: `Convex ${ADMIN_KEY}` },
  });
  expect(await response.json()).toEqual({
    convexCloudUrl: `http://127.0.0.1:${running.socketPort}`,
    convexSiteUrl: `http://127.0.0.1:${running.httpPort}`,
  });
});

describe("stream_function_logs", () => {
  const poll = (cursor: string) =>
    running.api(`/api/stream_function_logs?cursor=${cursor}`, { headers: { Authorization: `Convex ${ADMIN_KEY}` } });

  it("holds the request until something is logged", async () => {
    const reply = poll("1000");
    await new Promise((resolve) => setTimeout(resolve, 30));
    running.application.log({
      identifier: "messages:send",
      kind: "mutation",
      lines: [{ level: "LOG", at: 1_500, message: "'hi'" }],
      at: 2_000,
      durationMs: 20,
      error: null,
      requestId: "abc",
    });
    expect(await (await reply).json()).toEqual({
      entries: [
        {
          kind: "Completion",
          identifier: "messages:send",
          udfType: "Mutation",
          logLines: [{ messages: ["'hi'"], level: "LOG", timestamp: 1_500, isTruncated: false }],
          timestamp: 2,
          executionTime: 0.02,
          cachedResult: false,
          success: { status: null },
          error: null,
          requestId: "abc",
          executionId: "abc",
        },
      ],
      newCursor: 2_000,
    });
  });

  it("answers with nothing, but not at once, when nothing is logged", async () => {
    const started = performance.now();
    expect(await (await poll("5000")).json()).toEqual({ entries: [], newCursor: 5_000 });
    expect(performance.now() - started).toBeGreaterThan(90);
  });

  it("refuses a cursor that is not a number", async () => {
    expect((await poll("x")).status).toBe(400);
  });
});
