import { describe, expect, it } from "vitest";
import { analyzePush } from "./analyze";
import { compileModules } from "./compile";
import type { ModuleSource, PushAnalysis } from "./contract";
import { bundle } from "./testing";

const IMPORTS = `
  import { queryGeneric as query, mutationGeneric as mutation, internalActionGeneric as internalAction } from "convex/server";
  import { v } from "convex/values";
`;

async function analyze(files: Record<string, string>, env: Record<string, string> = {}): Promise<PushAnalysis> {
  return analyzeModules(await bundle(files), env);
}

async function analyzeModules(modules: ModuleSource[], env: Record<string, string> = {}): Promise<PushAnalysis> {
  const environment = { importNow: 5, importSeed: new Uint8Array(32), readEnv: (name: string) => env[name] };
  return analyzePush(await compileModules(modules), environment);
}

describe("functions", () => {
  it("are recognised by what the convex package gives them", async () => {
    const { modules } = await analyze({
      "folder/m.ts": `${IMPORTS}
        export default query({ args: { id: v.id("t"), tags: v.optional(v.array(v.union(v.literal("a"), v.null()))) },
          returns: v.record(v.string(), v.any()), handler: async () => ({}) });
        export const send = mutation(async () => null);
        export const act = internalAction({ args: {}, handler: async () => null });
        export const helper = () => 1;
        export const constant = { isQuery: true };`,
    });
    const functions = modules.find(({ path }) => path === "folder/m.js")?.functions;
    const any = { type: "any" };
    expect(functions).toEqual([
      expect.objectContaining({
        name: "act",
        kind: "action",
        visibility: "internal",
        args: { type: "object", value: {} },
      }),
      {
        name: "default",
        kind: "query",
        visibility: "public",
        args: {
          type: "object",
          value: {
            id: { fieldType: { type: "id", tableName: "t" }, optional: false },
            tags: {
              fieldType: {
                type: "array",
                value: { type: "union", value: [{ type: "literal", value: "a" }, { type: "null" }] },
              },
              optional: true,
            },
          },
        },
        returns: { type: "record", keys: { type: "string" }, values: { fieldType: any, optional: false } },
        line: null,
      },
      { name: "send", kind: "mutation", visibility: "public", args: any, returns: null, line: null },
    ]);
  });

  it("lie in entry modules, not in the chunks these share", async () => {
    const shared = `${IMPORTS} export const shared = query(async () => 1);`;
    const { modules } = await analyze({
      "lib/shared.ts": shared,
      "a.ts": `export { shared } from "./lib/shared";`,
      "b.ts": `export { shared } from "./lib/shared";`,
    });
    expect(modules.map(({ path, functions }) => [path, functions.length])).toEqual([
      ["a.js", 1],
      ["b.js", 1],
    ]);
  });
});

describe("routes and crons", () => {
  it("are listed", async () => {
    const { modules } = await analyze({
      "http.ts": `import { httpRouter, httpActionGeneric } from "convex/server";
        const http = httpRouter(); const handler = httpActionGeneric(async () => new Response());
        http.route({ path: "/a", method: "GET", handler }); http.route({ pathPrefix: "/p/", method: "POST", handler });
        export default http;`,
      "crons.ts": `import { cronJobs, makeFunctionReference } from "convex/server";
        const crons = cronJobs(); crons.daily("tidy", { hourUTC: 4, minuteUTC: 5 }, makeFunctionReference("m:tidy"), { n: 1n });
        export default crons;`,
    });
    expect(modules).toEqual([
      {
        path: "http.js",
        functions: [],
        httpRoutes: [
          ["/a", "GET"],
          ["/p/*", "POST"],
        ],
        crons: null,
      },
      {
        path: "crons.js",
        functions: [],
        httpRoutes: null,
        crons: {
          tidy: {
            name: "m:tidy",
            args: [{ n: { $integer: "AQAAAAAAAAA=" } }],
            schedule: { type: "daily", hourUTC: 4, minuteUTC: 5 },
          },
        },
      },
    ]);
  });

  it.each([
    ["http.ts", "The default export of http.js must be the router."],
    ["crons.ts", "The default export of crons.js must be the crons."],
  ])("%s must export them", async (file, message) => {
    await expect(analyze({ [file]: `export const x = 1;` })).rejects.toThrow(message);
  });
});

describe("schema", () => {
  const schema = (body: string): Record<string, string> => ({
    "schema.ts": `import { defineSchema, defineTable } from "convex/server"; import { v } from "convex/values"; ${body}`,
  });

  it("is read, and kept as it was exported", async () => {
    const analysis = await analyze(
      schema(
        `export default defineSchema({ t: defineTable({ a: v.string() }).index("by_a", ["a"])
          .searchIndex("words", { searchField: "a", filterFields: ["b.c", "b.c"] }) }, { schemaValidation: false });`,
      ),
    );
    expect(analysis.schema).toEqual({
      tables: [
        {
          tableName: "t",
          indexes: [{ indexDescriptor: "by_a", fields: ["a"] }],
          searchIndexes: [{ indexDescriptor: "words", searchField: "a", filterFields: ["b.c"] }],
          documentType: { type: "object", value: { a: { fieldType: { type: "string" }, optional: false } } },
        },
      ],
      schemaValidation: false,
    });
    expect(analysis.rawSchema).toMatchObject({
      tables: [{ tableName: "t", vectorIndexes: [] }],
      schemaValidation: false,
    });
    expect(analysis.modules).toEqual([]);
  });

  it("is null where there is none", async () => {
    expect(await analyze({})).toEqual({ modules: [], schema: null, rawSchema: null, auth: [], definition: null });
  });

  it("may not have vector indexes", async () => {
    const vectors = `defineTable({ a: v.any() }).vectorIndex("by_a", { vectorField: "a", dimensions: 8 })`;
    await expect(analyze(schema(`export default defineSchema({ t: ${vectors} });`))).rejects.toThrow(
      'Vector search is not available on this deployment: table "t" has the vector index "by_a".',
    );
  });

  it.each([
    ["the environment", "process.env.X", "Environment variables unsupported when evaluating schema"],
    ["the clock", "Date.now()", "Date.now unsupported when evaluating schema"],
    ["randomness", "Math.random()", "Math.random unsupported when evaluating schema"],
  ])("may not look at %s", async (_, expression, message) => {
    await expect(analyze(schema(`${expression}; export default defineSchema({});`))).rejects.toThrow(message);
  });

  it("may not use them through a file either that functions use and that may", async () => {
    const files = {
      "made.ts": "export const madeAt = Date.now();",
      "m.ts": `${IMPORTS} import { madeAt } from "./made"; export const at = query(async () => madeAt);`,
      ...schema(`import { madeAt } from "./made"; export default defineSchema({ ["t" + madeAt]: defineTable({}) });`),
    };
    await expect(analyze(files)).rejects.toThrow("Date.now unsupported when evaluating schema");
  });
});

describe("auth.config and convex.config", () => {
  it("are read, with the environment", async () => {
    const analysis = await analyze(
      {
        "auth.config.ts": `export default { providers: [{ domain: process.env.DOMAIN, applicationID: "app" },
          { type: "customJwt", issuer: "https://i", jwks: "data:,x", algorithm: "ES256" }] };`,
        "convex.config.ts": `import { defineApp } from "convex/server"; export default defineApp();`,
      },
      { DOMAIN: "https://d" },
    );
    expect(analysis.auth).toEqual([
      { domain: "https://d", applicationID: "app" },
      { type: "customJwt", issuer: "https://i", jwks: "data:,x", algorithm: "ES256" },
    ]);
    expect(analysis.definition).toMatchObject({ definitionType: { type: "app" }, childComponents: [] });
  });

  it("say which part of a provider is missing", async () => {
    const source = `export default { providers: [{ domain: process.env.DOMAIN, applicationID: "app" }] };`;
    const analysis = analyze({ "auth.config.ts": source }, { DOMAIN: "" });
    await expect(analysis).rejects.toThrow("A provider of auth.config.js has no domain");
  });

  it("name the variable that the providers need and that is not set", async () => {
    const source = `export default { providers: [{ domain: process.env.DOMAIN, applicationID: "app" }] };`;
    await expect(analyze({ "auth.config.ts": source })).rejects.toMatchObject({
      code: "AuthConfigMissingEnvironmentVariable",
      message: "Environment variable DOMAIN is used in auth config file but its value was not set.",
    });
  });

  it("may do without a variable by catching what reading it throws", async () => {
    const source = `let domain; try { domain = process.env.DOMAIN; } catch { domain = "https://other"; }
      export default { providers: [{ domain, applicationID: "app" }] };`;
    expect((await analyze({ "auth.config.ts": source })).auth).toEqual([
      { domain: "https://other", applicationID: "app" },
    ]);
  });

  it("refuse the import of a component that was not pushed", async () => {
    const source = `import c from "./_componentDeps/Y29tcA"; export default { export: () => c };`;
    const module: ModuleSource = { path: "convex.config.js", source, sourceMap: null, environment: "isolate" };
    await expect(analyzeModules([module])).rejects.toThrow("which was not pushed");
  });
});

describe("a module that does not load", () => {
  it("fails the push with its name, its error and the place", async () => {
    const failing = analyze({ "ok.ts": `export {};`, "folder/m.ts": `export const x = 1;\nnull.y;` });
    await expect(failing).rejects.toMatchObject({
      name: "FunctionError",
      code: "InvalidModules",
      message: expect.stringMatching(
        /^Failed to load folder\/m\.js: Uncaught TypeError: Cannot read properties of null \(reading 'y'\)\n {4}at .*\.\.\/convex\/folder\/m\.ts:2:6\n$/,
      ),
    });
  });

  it("may also be one that does not end", async () => {
    await expect(analyze({ "m.ts": `for (;;);` })).rejects.toThrow(
      "Failed to load m.js: Function execution timed out (maximum duration: 4s)",
    );
  });

  it("sees the clock, the randomness and the variables of the push", async () => {
    const source = `if (Date.now() !== 5 || process.env.A !== "1") throw new Error("other"); console.log("quiet");`;
    expect((await analyze({ "m.ts": source }, { A: "1" })).modules).toHaveLength(1);
  });
});
