// What the engine rewrites in pushed code changes nothing that an app means. Apps and components are bundled as
// `npx convex` bundles them, and run as the engine rewrites them and as they were pushed. A bundler's short names shift
// with each function that is added, and some of them have `$`.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { analyzePush } from "../../engine/runtime/analyze";
import { compileModules } from "../../engine/runtime/compile";
import {
  allReplaced,
  asPushed,
  compared,
  replacedIn,
  shiftedApp,
  unrecognisable,
} from "../../engine/runtime/package/comparing";
import type { ModuleSource } from "../../engine/runtime/contract";
import { rootDirectory } from "../../scripts/settings";

/** How often the dummy functions are used says which functions of the package have longer names than they. */
const usesOfDummies = [3, 9, 20, 40];

it.each(usesOfDummies)(
  "100 apps with other short names each answer as they were pushed, and all of the package is replaced: %d",
  { timeout: 300_000 },
  async (uses) => {
    for (let count = 0; count < 100; count++) {
      const { rewritten, pushed, replaced } = await compared(shiftedApp(count, uses));
      expect({ count, answers: rewritten }).toEqual({ count, answers: pushed });
      expect({ count, replaced }).toEqual({ count, replaced: allReplaced });
    }
  },
);

const modules = path.join(rootDirectory, "node_modules");
const packages = {
  aggregate: "@convex-dev/aggregate/src/component",
  migrations: "@convex-dev/migrations/src/component",
  "rate-limiter": "@convex-dev/rate-limiter/src/component",
  "batch-worker": "@convex-dev/batch-worker/src/component",
  "convex-helpers": "convex-helpers/server",
};
/** What an app does not push, and what needs packages that are not installed. */
const other = new Set(["convex.config.ts", "hono.ts", "zod3.ts", "zod4.ts"]);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "rewriting-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Each module has its own copy of the convex package, so that its names shift with its own functions. */
async function bundleOf(name: string, from: string, count: number): Promise<ModuleSource[]> {
  const dummies = path.join(folder, `${name}-${count}.ts`);
  const functions = Array.from({ length: count }, (_, place) => `function dummy${place}() { return ${place}; }`);
  const used = Array.from({ length: count * 9 }, (_, place) => ` + dummy${place % count}()`);
  writeFileSync(dummies, `${functions.join("\n")}\nexport const sum = () => 0${used.join("")};\nsum();`);
  const { outputFiles } = await build({
    entryPoints: readdirSync(from)
      .filter((file) => /^[a-zA-Z]+\.ts$/.test(file) && !other.has(file))
      .map((file) => path.join(from, file)),
    inject: [dummies],
    bundle: true,
    write: false,
    outdir: "/out",
    format: "esm",
    target: "esnext",
    platform: "browser",
    conditions: ["convex", "module"],
    logLevel: "silent",
    ...asPushed,
  });
  return outputFiles.map((file) => ({
    path: path.basename(file.path),
    source: file.text,
    sourceMap: null,
    environment: "isolate",
  }));
}

it.each(Object.entries(packages))(
  "%s is the same to a push, with whatever short names",
  { timeout: 300_000 },
  async (name, from) => {
    for (const count of [1, 40, 80]) {
      const sources = await bundleOf(name, path.join(modules, from), count);
      const environment = { readEnv: () => undefined, importNow: 0, importSeed: new Uint8Array(32) };
      const rewritten = await compileModules(sources);
      const analysis = await analyzePush(rewritten, environment);
      expect(analysis).toEqual(await analyzePush(await compileModules(unrecognisable(sources)), environment));
      expect(new Set(replacedIn(rewritten)).size).toBeGreaterThan(1);
    }
  },
);

/** The newest syntax that esbuild takes and the convex package's bundler hands on. */
const syntax = `
  import { queryGeneric } from "convex/server";
  class Counter { static #all = 0; #n = 1; static { Counter.#all += 1; } static $ = 3; accessor = 2;
    get #two() { return this.#n + 1; } has(other) { return #n in other; } both() { return [this.#two, Counter.#all]; } }
  const \u00e9t\u00e9 = 5, $ = 6, $$ = 7, \u{20000} = 8;
  label: for (const a of [1, 2]) { for (;;) { if (a === 1) continue label; break label; } }
  const text = \`function get($) {\n}\nn($, "get");\nvar n = (t, v) => d(t, "name", { value: v, configurable: true });\`;
  async function* numbers() { yield* [1, 2n ** 3n, 1_000]; }
  export const q = queryGeneric(async () => {
    const [first, ...{ length }] = [1, 2, 3];
    const { a: { b = first } = {}, ...rest } = { c: 3, ["d" + 1]: 4 };
    let x = null; x ??= 5; x ||= 6; x &&= 7;
    const read = [];
    for await (const n of numbers()) read.push(String(n));
    { using made = { [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() { read.push("disposed"); } }; }
    try { throw new Error("e", { cause: 1 }); } catch { read.push("caught"); } finally { read.push("end"); }
    const counter = new Counter();
    return [length, b, rest, x, read, counter.has(counter), counter.both(), \u00e9t\u00e9 + $ + $$ + \u{20000}, text.slice(0, 15),
      /(?<year>\\d{4})/dsu.exec("in 2026")?.groups?.year, ((...$engine) => $engine.length)(1, 2), typeof $engine,
      Object.hasOwn({ get: 1 }, "get"), [3, 1].toSorted?.()?.at(-1), import.meta ? 1 : 0, (() => {}).name];
  });`;

it("code in the newest syntax, and code that looks like the package's, answers as it was pushed", async () => {
  for (let count = 0; count < 60; count += 3) {
    const app = shiftedApp(count, 9);
    const { rewritten, pushed } = await compared({ "m.ts": `${syntax}\n${app["m.ts"] ?? ""}` }, [["query", "m:q"]]);
    expect({ count, answers: rewritten }).toEqual({ count, answers: pushed });
    expect(rewritten.results.at(-1)).toContain("disposed");
  }
});
