// The official CLI, unmodified, against the engine. If it reports success, the change is there; if it reports failure,
// nothing has changed.
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningEngine, startEngine } from "../support/engine";
import { callFunction } from "../support/engineDeployment";
import { type CliProject, makeCliProject } from "./cliProject";

const schema = (table: string) => `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({ ${table} });
`;

const messages = (version: string) => `
import { actionGeneric, internalQueryGeneric, makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";
export const version = queryGeneric({ args: {}, handler: () => "${version}" });
export const hidden = internalQueryGeneric({ args: {}, handler: () => "hidden ${version}" });
export const talkative = queryGeneric({ args: {}, handler: () => void console.log("said by a function") });
export const variable = queryGeneric({ args: {}, handler: () => process.env.CLI_VARIABLE ?? null });
export const send = mutationGeneric({
  args: { body: v.string() },
  handler: async (ctx, args) => await ctx.db.insert("messages", { body: args.body }),
});
export const list = queryGeneric({
  args: {},
  handler: async (ctx) => (await ctx.db.query("messages").collect()).map((message) => message.body),
});
export const byBody = queryGeneric({
  args: { body: v.string() },
  handler: async (ctx, args) =>
    (await ctx.db.query("messages").withIndex("by_body", (q) => q.eq("body", args.body)).collect()).length,
});
/** An action that ends when the test has sent "go". */
export const patient = actionGeneric({
  args: {},
  handler: async (ctx) => {
    await ctx.runMutation(makeFunctionReference("messages:send"), { body: "waiting" });
    while (!(await ctx.runQuery(makeFunctionReference("messages:list"), {})).includes("go")) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return ["${version}", await ctx.runQuery(makeFunctionReference("messages:version"), {})];
  },
});
`;

const goodSchema = schema("messages: defineTable({ body: v.string() })");

const authConfig = `export default { providers: [{ domain: process.env.CLI_ISSUER, applicationID: "app" }] };`;

let engine: RunningEngine;
let project: CliProject;

beforeAll(async () => {
  engine = await startEngine({ contexts: "fresh" });
  project = makeCliProject(engine, { "schema.ts": goodSchema, "messages.ts": messages("one") });
  const deployed = await deploy();
  if (deployed.code !== 0) throw new Error(deployed.output);
});

afterAll(async () => {
  await engine.kill();
  project.remove();
});

const deploy = () => project.convex("deploy", "--yes", "--typecheck", "disable");
const client = () => new ConvexHttpClient(engine.socketUrl, { logger: false });
const query = (path: string, args = {}): Promise<unknown> => client().query(makeFunctionReference<"query">(path), args);
const send = (body: string): Promise<unknown> =>
  client().mutation(makeFunctionReference<"mutation">("messages:send"), { body });

describe("a push", () => {
  it("by deploy serves the new code, and requests in flight finish on the old", async () => {
    const patient = client().action(makeFunctionReference<"action">("messages:patient"), {});
    await expect.poll(() => query("messages:list")).toContain("waiting");
    project.write({ "messages.ts": messages("two") });
    expect(await deploy()).toMatchObject({ code: 0 });
    expect(await query("messages:version")).toBe("two");
    await send("go");
    expect(await patient).toStrictEqual(["one", "one"]);
  });

  it("by dev --once serves the new code and writes where the deployment is", async () => {
    project.write({ "messages.ts": messages("three") });
    const { code, output } = await project.convex("dev", "--once", "--typecheck", "disable");
    expect(output).toContain("ready");
    expect(code).toBe(0);
    expect(await query("messages:version")).toBe("three");
    expect(project.read(".env.local")).toContain(engine.socketUrl);
  });

  it("with a new index fills it from the documents that exist", async () => {
    await send("indexed");
    project.write({
      "schema.ts": schema('messages: defineTable({ body: v.string() }).index("by_body", ["body"])'),
    });
    expect((await deploy()).code).toBe(0);
    expect(await query("messages:byBody", { body: "indexed" })).toBe(1);
  });
});

describe("a push that fails", () => {
  const serving = () => Promise.all([query("messages:version"), query("messages:list")]);

  const wrongIndex = 'messages: defineTable({ body: v.string() }).index("by_id", ["body"])';
  it.each([
    [
      "a module throws while it loads",
      { "broken.ts": 'export const a = 1; throw new Error("broken at import");' },
      /broken at import/,
    ],
    [
      "documents do not fit the schema",
      { "schema.ts": schema("messages: defineTable({ body: v.number() })") },
      /in table "messages" does not match the schema/,
    ],
    ["an index is wrong", { "schema.ts": schema(wrongIndex) }, /by_id/],
    [
      "auth.config.ts reads a variable that is not set",
      { "auth.config.ts": authConfig },
      /variable CLI_ISSUER is used in auth config file/,
    ],
  ])("because %s says so and leaves the old code", async (_why, files, text) => {
    await send("a document");
    const before = await serving();
    project.write({ "messages.ts": messages("never"), ...files });
    const { code, output } = await deploy();
    project.write({
      "schema.ts": goodSchema,
      "messages.ts": messages("one"),
      "broken.ts": null,
      "auth.config.ts": null,
    });
    expect(output).toMatch(text);
    expect(code).toBe(1);
    expect(await serving()).toStrictEqual(before);
  });

  it("because of the admin key says so", async () => {
    const stranger = makeCliProject({ ...engine, adminKey: "embedded|wrong" }, { "messages.ts": messages("stolen") });
    const { code, output } = await stranger.convex("run", "messages:hidden");
    stranger.remove();
    expect(output).toMatch(/deploy key was invalid/);
    expect(code).toBe(1);
  });
});

describe("codegen", () => {
  it("writes the types of the sources and activates nothing", async () => {
    const before = await query("messages:version");
    project.write({ "messages.ts": messages("only generated"), "extra.ts": messages("extra") });
    const { code } = await project.convex("codegen", "--typecheck", "disable");
    project.write({ "extra.ts": null });
    expect(code).toBe(0);
    expect(project.read("convex/_generated/api.d.ts")).toMatch(/typeof extra/);
    expect(await query("messages:version")).toBe(before);
  });
});

describe("run", () => {
  it("prints what a mutation returned", async () => {
    const { code, output } = await project.convex("run", "messages:send", '{"body":"from the CLI"}');
    expect(code).toBe(0);
    expect(output).toMatch(/"[0-9a-z]{31,37}"/);
    expect(await query("messages:list")).toContain("from the CLI");
  });

  it("calls internal functions", async () => {
    const { code, output } = await project.convex("run", "messages:hidden");
    expect(output).toContain("hidden");
    expect(code).toBe(0);
  });

  it("fails on a function that does not exist", async () => {
    const { code, output } = await project.convex("run", "messages:nothing");
    expect(output).toMatch(/Could not find/);
    expect(code).toBe(1);
  });
});

describe("env", () => {
  it("set and remove take effect at once, and list and get show the variables", async () => {
    expect((await project.convex("env", "set", "CLI_VARIABLE", "a value")).code).toBe(0);
    expect(await query("messages:variable")).toBe("a value");
    const [list, one] = await Promise.all([
      project.convex("env", "list", "--include-values"),
      project.convex("env", "get", "CLI_VARIABLE"),
    ]);
    expect(list.output).toContain("CLI_VARIABLE=a value");
    expect(one.output.trim()).toBe("a value");
    expect((await project.convex("env", "remove", "CLI_VARIABLE")).code).toBe(0);
    expect(await query("messages:variable")).toBeNull();
  });
});

describe("data and function-spec", () => {
  it("show the tables, the latest documents of one, and what functions take", async () => {
    await send("first");
    await send("second");
    const [tables, rows, spec] = await Promise.all([
      project.convex("data"),
      project.convex("data", "messages", "--limit", "1", "--format", "jsonLines"),
      project.convex("function-spec"),
    ]);
    expect(tables.output.trim()).toBe("messages");
    expect(rows.output).toContain('"body": "second"');
    expect(rows.output).not.toContain('"body": "first"');
    const { url, functions } = JSON.parse(spec.output) as { url: string; functions: { identifier: string }[] };
    expect(url).toBe(engine.socketUrl);
    expect(functions.find(({ identifier }) => identifier === "messages.js:send")).toStrictEqual({
      identifier: "messages.js:send",
      functionType: "Mutation",
      visibility: { kind: "public" },
      args: { type: "object", value: { body: { fieldType: { type: "string" }, optional: false } } },
      returns: { type: "any" },
    });
  });
});

describe("what other commands ask", () => {
  const ask = (path: string, args = {}) => callFunction(engine, path, args);

  it("are answered: sizes and versions of tables, the schema, the components", async () => {
    const before = await ask("_system/cli/queryTable", { tableName: "messages" });
    const size = Number(await ask("_system/cli/tableSize", { tableName: "messages" }));
    expect(await ask("_system/cli/queryTable", { tableName: "messages" })).toBe(before);
    await send("one more");
    expect(await ask("_system/cli/queryTable", { tableName: "messages" })).not.toBe(before);
    expect(await ask("_system/cli/tableSize", { tableName: "messages" })).toBe(size + 1);
    expect(await ask("_system/cli/tableSize", { tableName: "none" })).toBeNull();
    const { active } = (await ask("_system/frontend/getSchemas")) as { active: string };
    expect(JSON.parse(active)).toMatchObject({ tables: [{ tableName: "messages" }] });
    expect(await ask("_system/frontend/components:list")).toMatchObject([{ path: "" }]);
  });
});

describe("logs and run --watch", () => {
  it("show events as they happen", async () => {
    const logs = project.watch("logs", "--success");
    const watched = project.watch("run", "--watch", "messages:list");
    await expect.poll(watched.output).toContain("Watching query");
    await send("watched from afar");
    await expect.poll(watched.output).toContain('"watched from afar"');
    // `convex logs` shows only lines that were logged after its first request.
    await expect
      .poll(async () => {
        await query("messages:talkative");
        return logs.output();
      })
      .toContain("said by a function");
    await Promise.all([logs.stop(), watched.stop()]);
  });
});
