import { expect, it } from "vitest";
import type { JsonObject } from "../../value/json";
import { compileModules } from "../compile";
import { createProgram } from "../program";
import { FunctionError } from "../contract";
import { bundle, call, environmentOf } from "../testing";
import { replacing } from "./recognition";

const files = {
  "m.ts": `
    import { queryGeneric, mutationGeneric, actionGeneric, httpActionGeneric } from "convex/server";
    import { ConvexError, v } from "convex/values";
    export const lists = queryGeneric(async ({ db }) => [
      await db.query("t").collect(), await db.query("t").take(2), await db.query("t").first(), await db.query("t").unique(),
    ]);
    export const twice = queryGeneric(async ({ db }) => {
      const query = db.query("t").fullTableScan();
      await query.collect();
      return await query.collect().catch((error) => error.message);
    });
    export const writes = mutationGeneric({ args: { n: v.any() }, handler: async ({ db }, { n }) => {
      await db.insert("t", { b: n, a: [null, { z: undefined, y: 1n }] });
      await db.patch("id", { b: undefined, a: 0 });
      return await db.insert("t", { wrong: new Map() }).catch((error) => error.message);
    } });
    export const documents = mutationGeneric(async ({ db }) => {
      const refused = [
        () => db.insert("_t", {}), () => db.insert("t"), () => db.insert("t", { get a() { throw new Error("no value"); } }),
        () => db.patch(undefined, {}), () => db.get(1), () => db.delete(undefined),
      ];
      const done = [
        await db.insert("t", { a: 1 }), await db.patch("x", { a: undefined }), await db.replace("t", "x", {}),
        await db.delete("x"), await db.get("t", "x"),
      ].map((answer) => answer ?? null);
      const messages = refused.map((work) => work().then(() => "done", (error) => error.message));
      return [done, ...(await Promise.all(messages))];
    });
    export const fails = mutationGeneric(async ({ db }) => {
      try { await db.get("id"); } catch (error) { return [error instanceof ConvexError, error.data, error.message]; }
    });
    export const acts = actionGeneric(async ({ runQuery }) => {
      const results = [];
      for (let times = 0; times < 3; times++) {
        const result = await runQuery("m:lists");
        results.push(JSON.stringify(result));
        result.text = "changed";
        if (result.inner) result.inner.n += 1;
        delete result.last;
      }
      return results;
    });
    export const answers = httpActionGeneric(() => new Response());`,
};

/** Bundles as \`npx convex\` does. */
async function pushed() {
  return await compileModules(await bundle(files, { minify: true, keepNames: true }));
}

it("finds the functions of the package in what the CLI pushes", async () => {
  const added = (await pushed()).map(({ code }) => replacing(code, "$engine")).join(" ");
  const ofDocuments = ["get", "insert", "patch", "replace", "delete_"];
  const ofAnswers = ["performAsyncSyscall", "QueryImpl", "jsonToConvex", "convexToJsonInternal"];
  const names = [...ofAnswers, ...ofDocuments];
  expect(names.filter((name) => !added.includes(`$engine.${name}(`))).toEqual([]);
});

it("finds them among other functions of the same name", async () => {
  const others = { "m.ts": `${files["m.ts"]} export function insert() { return 1; } export function get() {}` };
  const modules = await compileModules(await bundle(others, { minify: true, keepNames: true, splitting: false }));
  const [module] = modules;
  expect(modules).toHaveLength(1);
  expect(module?.code.match(/, "insert"\);/g)).toHaveLength(2);
  for (const name of ["insert", "get"]) expect(replacing(module?.code ?? "", "$engine")).toContain(`$engine.${name}(`);
});

it("installs nothing for a variable that holds another function than the text says", async () => {
  const [module] = await pushed();
  if (module === undefined) throw new Error("There is no module.");
  const variable = /\((\w+), "performAsyncSyscall"\);/.exec(module.code)?.[1];
  const code = `${module.code}\n${variable} = async () => ({ of: "another" });`;
  expect(replacing(code, "$engine")).toContain("$engine.performAsyncSyscall(");
  const program = createProgram({ modules: [{ ...module, code }], ...options });
  const outcome = await call(program, "mutation", "m:documents", {}, environmentOf());
  expect(JSON.stringify(outcome)).toContain("another");
});

it("does not name what code names, whatever that is", async () => {
  const app = {
    "m.ts": `${files["m.ts"]} export const $engine = (given) => typeof $engine + $engine.name;
    export const named = queryGeneric(() => [typeof $engine_, $engine()]);`,
  };
  const modules = await compileModules(await bundle(app, { minify: true, keepNames: true }));
  const program = createProgram({ modules, ...options });
  expect(await call(program, "query", "m:named")).toMatchObject({ value: '["undefined","function$engine"]' });
});

it("leaves a function alone whose text is another", async () => {
  const [module] = await pushed();
  const changed = (module?.code ?? "").replace("Convex.asyncSyscall(", "Convex.otherSyscall(");
  expect(changed).not.toBe(module?.code);
  expect(replacing(changed, "$engine")).not.toContain("performAsyncSyscall");
});

const options = { contexts: "pool", importNow: 0, importSeed: new Uint8Array(32) } as const;
const kinds: Record<string, "query" | "action"> = { "m:lists": "query", "m:twice": "query", "m:acts": "action" };

async function ask(name: string, answer: (op: string, args: string) => string, args: object = {}) {
  const program = createProgram({
    modules: await pushed(),
    contexts: "pool",
    importNow: 0,
    importSeed: new Uint8Array(32),
  });
  const asked: [string, string][] = [];
  const asyncSyscall = (op: string, args: string | JsonObject): string => {
    const text = typeof args === "string" ? args : JSON.stringify(args);
    asked.push([op, text]);
    return answer(op, text);
  };
  const kind = kinds[name] ?? "mutation";
  const environment = environmentOf({ host: { ...environmentOf().host, asyncSyscall } });
  const outcome = await call(program, kind, name, args, environment);
  if (outcome.kind !== "success") throw new Error(JSON.stringify(outcome));
  return { value: JSON.parse(outcome.value) as unknown, asked };
}

it("reads a query by one call, and converts what is in its documents", async () => {
  const answer = (_op: string, args: string): string => {
    return args.includes('"limit":2') ? '[{"_id":"x","n":{"$integer":"AQAAAAAAAAA="}}]' : '[{"_id":"x"}]';
  };
  const { value, asked } = await ask("m:lists", answer);
  const special = { _id: "x", n: { $integer: "AQAAAAAAAAA=" } };
  expect(value).toEqual([[{ _id: "x" }], [special], { _id: "x" }, special]);
  expect(asked.map(([op]) => op)).toEqual(Array.from({ length: 4 }, () => "engine/collect"));
});

it("refuses a second reading of a query in the words of the package", async () => {
  expect((await ask("m:twice", () => "[]")).value).toBe("This query is closed and can't emit any more values.");
});

it("writes values as the package converts them", async () => {
  const { value, asked } = await ask("m:writes", () => '{"_id":"x"}', { n: { d: 1, c: "\u00e9" } });
  const [insert, patch] = asked.map(([, text]) => text);
  expect(insert).toBe('{"table":"t","value":{"a":[null,{"y":{"$integer":"AQAAAAAAAAA="}}],"b":{"c":"\u00e9","d":1}}}');
  expect(patch).toBe('{"id":"id","value":{"a":0,"b":{"$undefined":null}}}');
  expect(value).toContain("Map[] is not a supported Convex type (present at path .wrong in original object");
});

it("reads and writes single documents, and leaves to the package what it refuses", async () => {
  const answer = (op: string): string => {
    if (op === "engine/insert") return "x";
    return op === "1.0/get" ? '{"_id":"x","n":{"$integer":"AQAAAAAAAAA="}}' : "";
  };
  const { value, asked } = await ask("m:documents", answer);
  expect(value).toEqual([
    ["x", null, null, null, { _id: "x", n: { $integer: "AQAAAAAAAAA=" } }],
    "System tables (prefixed with `_`) are read-only.",
    "Must provide arg 2 `value` to `insert`",
    "no value",
    "Must provide arg 1 `id` to `patch`",
    "Invalid argument `id` for `db.get`, expected string but got 'number': 1",
    "Must provide arg 1 `id` to `delete`",
  ]);
  expect(asked).toEqual([
    ["engine/insert", '{"table":"t","value":{"a":1}}'],
    ["engine/patch", '{"id":"x","value":{"a":{"$undefined":null}}}'],
    ["engine/replace", '{"table":"t","id":"x","value":{}}'],
    ["engine/remove", '{"id":"x"}'],
    ["1.0/get", '{"id":"x","isSystem":false,"table":"t"}'],
  ]);
});

const storing = `
  import { actionGeneric } from "convex/server";
  export const stores = actionGeneric(async ({ storage }) => await storage.store(new Blob(["a"])));`;
// The bundler puts its helper into a module of its own when modules without the package need it too.
const besides = { "n.ts": "export function make() { const load = () => 3; return load; }" };

it.each([
  ["of an app with one module", { "m.ts": storing }, 1],
  ["of an app with several modules", { "m.ts": storing, ...besides }, 3],
])("an action %s stores files", async (_title, app, count) => {
  const asPushed = { minifySyntax: true, minifyIdentifiers: true, keepNames: true };
  const modules = await compileModules(await bundle(app, asPushed));
  expect(modules).toHaveLength(count);
  const program = createProgram({ modules, contexts: "pool", importNow: 0, importSeed: new Uint8Array(32) });
  const asked: string[] = [];
  const jsSyscall = (op: string) => {
    asked.push(op);
    return "file";
  };
  const environment = environmentOf({ host: { ...environmentOf().host, jsSyscall } });
  expect(await call(program, "action", "m:stores", {}, environment)).toMatchObject({ value: '"file"' });
  expect(asked).toEqual(["storage/storeBlob"]);
});

it("throws the package's own error with the data of another function's error", async () => {
  const refuse = (): never => {
    throw new FunctionError("Refused", "no", { n: { $integer: "AQAAAAAAAAA=" } });
  };
  expect((await ask("m:fails", refuse)).value).toEqual([true, { n: { $integer: "AQAAAAAAAAA=" } }, "no"]);
});

it.each([
  ["with plain values", '"inner":{"n":1},"last":null'],
  ["with lists", '"list":[{"n":1}],"last":1'],
  ["with a text that looks like a value of Convex's own", '"last":"$"'],
])("a long result that comes again is the same, whatever code has done to it: %s", async (_title, fields) => {
  const text = `{"text":"${"x".repeat(3_000)}",${fields}}`;
  const { value } = await ask("m:acts", () => text);
  expect(value).toEqual([text, text, text]);
});

it("a field that means the prototype is read as the package reads it, which leaves it out", async () => {
  const text = `{"text":"${"x".repeat(3_000)}","inner":{"__proto__":{"n":1}}}`;
  const left = text.replace('"__proto__":{"n":1}', "");
  expect((await ask("m:acts", () => text)).value).toEqual([left, left, left]);
});
