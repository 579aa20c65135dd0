// Runs an app as the engine rewrites it and as it was pushed, for tests that both give the same answers.
import { type Json, type JsonObject, isJsonObject } from "../../value/json";
import { compileModules } from "../compile";
import { type CompiledModule, FunctionError, type ModuleSource, type SyscallHost } from "../contract";
import { createProgram } from "../program";
import { bundle, call, environmentOf } from "../testing";
import { replacing } from "./recognition";

/** The functions of the package that are replaced, in the order of the alphabet. */
export const allReplaced = [
  "QueryImpl",
  "convexToJsonInternal",
  "delete_",
  "get",
  "insert",
  "jsonToConvex",
  "patch",
  "performAsyncSyscall",
  "replace",
];

/** An app that writes and reads each kind of value in each way, and `count` functions that shift the short names. */
export function shiftedApp(count: number, uses: number): Record<string, string> {
  const dummies = Array.from({ length: count }, (_, place) => `function dummy${place}() { return ${place}; }`);
  const used = dummies.flatMap((_, place) => Array.from({ length: uses }, () => ` + dummy${place}()`)).join("");
  return { "m.ts": `${dummies.join("\n")}\nexport const sum = () => 0${used};\n${valuesApp}` };
}

const valuesApp = `
  import { actionGeneric, mutationGeneric, queryGeneric } from "convex/server";
  import { ConvexError, v } from "convex/values";
  const bytes = (...all) => new Uint8Array(all).buffer;
  const values = [
    1n, -(2n ** 63n), 0.5, -0, NaN, Infinity, "$", "", null, true, bytes(), bytes(1, 2, 255), [], {}, [1n, [bytes(3)]],
    { n: { n: 9n, list: [{ b: bytes(4) }, -0] } }, { at: new Date(0).getTime() }, "__proto__", [null, [NaN]],
  ];
  const shown = (value) => {
    if (value instanceof ArrayBuffer) return "bytes " + [...new Uint8Array(value)].join();
    if (Array.isArray(value)) return value.map(shown);
    if (typeof value !== "object" || value === null) return typeof value + " " + (Object.is(value, -0) ? "-0" : String(value));
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shown(inner)]));
  };
  const failure = (work) => work().then(shown, (error) => [error instanceof ConvexError, error.message, shown(error.data)]);
  export const reads = queryGeneric(async ({ db }) => {
    const all = await db.query("t").collect();
    const streamed = [];
    for await (const document of db.query("t")) streamed.push(shown(document));
    const read = [all, await db.query("t").take(3), await db.query("t").first(), await db.get(all[0]._id), await db.get("none")];
    return { read: read.map(shown), streamed, unique: await failure(() => db.query("t").unique()) };
  });
  export const raw = queryGeneric(async ({ db }) => await db.query("t").collect());
  export const writes = mutationGeneric({ args: { given: v.any() }, handler: async ({ db }, { given }) => {
    const ids = [];
    for (const value of [...values, given]) ids.push(await db.insert("t", { value, other: undefined }));
    await db.patch(ids[0], { value: 5n, more: [1n] });
    await db.patch(ids[1], { value: undefined, plain: { a: 1 } });
    await db.replace(ids[2], { value: bytes(7) });
    await db.delete(ids[3]);
    const refused = await Promise.all([
      failure(() => db.insert("t", { value: new Map() })), failure(() => db.insert("_t", {})), failure(() => db.get(1)),
      failure(() => db.patch(ids[0], { $a: 1 })), failure(() => db.insert("t", { value: 2n ** 70n })),
    ]);
    return { refused, given: shown(given), echoed: values };
  } });
  export const acts = actionGeneric(async ({ runQuery }) => {
    const results = [];
    for (let times = 0; times < 3; times++) {
      const result = await runQuery("m:raw");
      results.push(shown(result));
      if (result[0]) result[0].value = "changed";
    }
    return { results, failed: await failure(() => runQuery("m:fails")) };
  });
`;

export const asPushed = { minifySyntax: true, minifyIdentifiers: true, keepNames: true };

/**
 * The same code in a form that the engine does not recognise: functions of the package have other names, and the
 * bundler's helper that gives names is another one.
 */
export function unrecognisable(sources: ModuleSource[]): ModuleSource[] {
  const names = new RegExp(`^(\\s*[\\w$]+\\([\\w$]+, ")(${allReplaced.join("|")})"\\);`, "gm");
  return sources.map((module) => ({
    ...module,
    source: module.source
      .replaceAll(names, '$1$2_");')
      .replace(
        /, "name", \{ value: (.+?), configurable: (!0|true) \}/,
        ', "name", { value: $1, configurable: $2, enumerable: !1 }',
      ),
  }));
}

interface Answers {
  results: string[];
  stored: JsonObject[];
}

export interface Comparison {
  rewritten: Answers;
  pushed: Answers;
  /** Names of the functions that are replaced, in the order of the alphabet. */
  replaced: string[];
}

type Call = [kind: "query" | "mutation" | "action", name: string, args?: JsonObject];

/** `calls` come after those of the app of values. */
export async function compared(files: Record<string, string>, calls: Call[] = []): Promise<Comparison> {
  const sources = await bundle(files, asPushed);
  const rewritten = await compileModules(sources);
  const pushed = await compileModules(unrecognisable(sources));
  if (replacedIn(pushed).length > 0) throw new Error("The engine recognises what it should not.");
  return {
    rewritten: await answers(rewritten, calls),
    pushed: await answers(pushed, calls),
    replaced: replacedIn(rewritten),
  };
}

export function replacedIn(modules: CompiledModule[]): string[] {
  const added = modules.map(({ code }) => replacing(code, "$engine")).join(" ");
  return [...added.matchAll(/= \$engine\.(\w+)\(/g)].map(([, name = ""]) => name).sort();
}

const callsOfValues: Call[] = [
  [
    "mutation",
    "m:writes",
    { given: { n: { $integer: "AQAAAAAAAAA=" }, b: { $bytes: "AQI=" }, list: [{ $float: "AAAAAAAA+H8=" }] } },
  ],
  ["query", "m:reads"],
  ["query", "m:raw"],
  ["action", "m:acts"],
];

/** What all functions of the app answer, one after the other, and what is stored in the end. */
async function answers(modules: CompiledModule[], calls: Call[]): Promise<Answers> {
  const program = createProgram({ modules, contexts: "pool", importNow: 0, importSeed: new Uint8Array(32) });
  const stored = new Map<string, JsonObject>();
  const environment = environmentOf({ host: hostOver(stored, () => asked(["query", "m:raw"])) });
  const asked = async ([kind, name, args = {}]: Call) => {
    const outcome = await call(program, kind, name, args, environment);
    return outcome.kind === "success" ? outcome.value : JSON.stringify({ ...outcome, message: firstLine(outcome) });
  };
  const results: string[] = [];
  for (const each of [...callsOfValues, ...calls]) results.push(await asked(each));
  program.retire();
  return { results, stored: [...stored.values()] };
}

function firstLine(outcome: object): string {
  return "message" in outcome ? (String(outcome.message).split("\n")[0] ?? "") : "";
}

/** Serves the operations of the package, and those of the engine that replace some of them, over a table in memory. */
function hostOver(stored: Map<string, JsonObject>, ask: () => Promise<string>): SyscallHost {
  const streams = new Map<number, JsonObject[]>();
  const insert = (value: JsonObject): string => {
    const id = `id${stored.size}${"_".repeat(stored.size)}`;
    stored.set(id, { ...value, _id: id, _creationTime: 1 });
    return id;
  };
  const change = (id: string, fields: JsonObject): void => {
    const changed = { ...stored.get(id), ...fields };
    for (const [name, value] of Object.entries(changed)) if (isRemoved(value)) delete changed[name];
    stored.set(id, changed);
  };
  const answer = (op: string, args: JsonObject): string => {
    const id = typeof args["id"] === "string" ? args["id"] : "";
    const value = isJsonObject(args["value"]) ? args["value"] : {};
    switch (op) {
      case "engine/insert":
        return insert(value);
      case "1.0/insert":
        return JSON.stringify({ _id: insert(value) });
      case "engine/patch":
      case "1.0/shallowMerge":
        change(id, value);
        return "null";
      case "engine/replace":
      case "1.0/replace":
        stored.set(id, { ...value, _id: id, _creationTime: 1 });
        return "null";
      case "engine/remove":
      case "1.0/remove":
        stored.delete(id);
        return "null";
      case "1.0/get":
        return JSON.stringify(stored.get(id) ?? null);
      case "engine/collect":
        return JSON.stringify(documentsOf(args));
      case "1.0/queryStreamNext": {
        const next = streams.get(Number(args["queryId"]))?.shift();
        return JSON.stringify({ value: next ?? null, done: next === undefined });
      }
      default:
        throw new FunctionError("Refused", `no ${op}`, { n: { $integer: "AQAAAAAAAAA=" } });
    }
  };
  const documentsOf = (args: JsonObject): JsonObject[] => {
    const operators = isJsonObject(args["query"]) ? args["query"]["operators"] : [];
    const limits = Array.isArray(operators) ? operators.flatMap(limitOf) : [];
    return [...stored.values()].slice(0, Math.min(...limits, stored.size));
  };
  return {
    syscall(op, text) {
      if (op === "1.0/queryCleanup") return "null";
      streams.set(streams.size, documentsOf(JSON.parse(text) as JsonObject));
      return JSON.stringify({ queryId: streams.size - 1 });
    },
    asyncSyscall(op, args) {
      const given = typeof args === "string" ? (JSON.parse(args) as JsonObject) : args;
      return op === "1.0/actions/query" && given["name"] === "m:raw" ? ask() : answer(op, given);
    },
    jsSyscall: () => {
      throw new Error("The test has no files.");
    },
    watchLastQuery: () => {
      throw new Error("The test watches nothing.");
    },
  };
}

function isRemoved(value: Json): boolean {
  return isJsonObject(value) && "$undefined" in value;
}

function limitOf(operator: Json): number[] {
  return isJsonObject(operator) && typeof operator["limit"] === "number" ? [operator["limit"]] : [];
}
