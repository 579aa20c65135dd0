import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { compileModules } from "./compile";
import type { CompiledModule, ModuleSource } from "./contract";

/**
 * Bundles as `npx convex deploy` does: names are shortened and set again by a helper, and shared code has its own
 * modules.
 */
async function bundled(files: Record<string, string>): Promise<ModuleSource[]> {
  const { outputFiles } = await build({
    entryPoints: Object.keys(files),
    outdir: "/out",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    chunkNames: "_deps/[hash]",
    minifySyntax: true,
    minifyIdentifiers: true,
    keepNames: true,
    write: false,
    plugins: [
      {
        name: "files",
        setup(bundling) {
          bundling.onResolve({ filter: /./ }, ({ path }) => ({ path: path.replace(/^\.\//, ""), namespace: "files" }));
          bundling.onLoad({ filter: /./ }, ({ path }) => ({ contents: files[path] ?? "" }));
        },
      },
    ],
  });
  return outputFiles.map(({ path, text }) => ({
    path: path.replace("/out/", ""),
    source: text,
    sourceMap: null,
    environment: "isolate",
  }));
}

const pushed = async () => await compileModules(await bundled(files));

/** Evaluates the module and the modules that it requires. */
function load(modules: CompiledModule[], path: string): Record<string, unknown> {
  const found = modules.find((module) => module.path === path);
  if (found === undefined) throw new Error(`There is no ${path}.`);
  const module = { exports: {} };
  const require = (specifier: string) => load(modules, specifier.replace("./", ""));
  // oxlint-disable-next-line typescript/no-implied-eval -- modules are functions of these three
  const body = new Function("exports", "require", "module", found.code) as (...given: unknown[]) => void;
  body(module.exports, require, module);
  return module.exports;
}

const files = {
  "a.js": `
    export function make(value) {
      const load = () => value;
      const later = async (a, b) => { await a; const inner = () => b; return inner.name; };
      const thisOne = function () { return this; };
      const { missing = () => "given" } = {};
      return { load, later, thisOne, missing, withANameSoLongThatThereIsNoRoomLeftForItAtAll: () => value };
    }
    export const called = (() => (() => 5)())();
    export function imitate(name, e) { return e(() => name, "load"); }
  `,
  // Shares the helper with a.js, so the bundler puts the helper into a module of its own.
  "b.js": `export function other() { const load = () => 3; return load; }`,
};

describe("functions that the bundler has renamed", () => {
  it("have their names, and are what they were", async () => {
    const { make, called, imitate } = load(await pushed(), "a.js") as {
      make: (value: number) => Record<string, (...args: unknown[]) => unknown>;
      called: number;
      imitate: (name: string, use: (...args: unknown[]) => unknown) => unknown;
    };
    const made = make(1);
    expect(Object.entries(made).map(([key, { name }]) => [key, name])).toEqual([
      ["load", "load"],
      ["later", "later"],
      ["thisOne", "thisOne"],
      ["missing", "missing"],
      ["withANameSoLongThatThereIsNoRoomLeftForItAtAll", "withANameSoLongThatThereIsNoRoomLeftForItAtAll"],
    ]);
    expect(Object.getOwnPropertyDescriptor(made["load"], "name")).toEqual({
      value: "load",
      writable: false,
      enumerable: false,
      configurable: true,
    });
    expect(made["load"]?.()).toBe(1);
    expect(await made["later"]?.(null, 2)).toBe("inner");
    expect(made["missing"]?.()).toBe("given");
    expect(called).toBe(5);
    expect(imitate("n", (...given: unknown[]) => given.length)).toBe(2);
  });

  it("have them without a call, where there is room for that", async () => {
    const code = (await pushed()).find(({ path }) => path === "a.js")?.code;
    expect(code).toMatch(/\(\{load: +\(\) => \w+\}\)\.load/);
    expect(code).toMatch(/\(\{later: +async \(/);
    expect(code).toMatch(/\(function\(\) \{\s+return this;\s+\}, "thisOne"\)/);
    expect(code).toContain(', "withANameSoLongThatThereIsNoRoomLeftForItAtAll")');
  });

  it("have them without a call in the module that has the helper itself", async () => {
    const modules = await compileModules(await bundled({ "a.js": files["a.js"] }));
    expect(modules[0]?.code).toMatch(/\(\{load: +\(\) => \w+\}\)\.load/);
    const { make, called } = load(modules, "a.js") as {
      make: (value: number) => { load: () => number };
      called: number;
    };
    const made = make(1).load;
    expect([made.name, made(), called]).toEqual(["load", 1, 5]);
  });

  it.each([
    "export const imitate = (n) => n(() => 1, 'load');",
    "export const imitate = (given) => { const { use: n = null } = { use: given }; return n(() => 1, 'load'); };",
    "export const imitate = (...[n]) => n(() => 1, 'load');",
    "export function imitate(given) { try { throw given; } catch (n) { return n(() => 1, 'load'); } }",
  ])("leave calls of another function with the helper's name alone: %s", async (imitation) => {
    const source = `var d = Object.defineProperty;\nvar n = (t, v) => d(t, "name", { value: v, configurable: true });\n`;
    const named = `export const make = () => /* @__PURE__ */ n(() => 2, "load");\n`;
    const compiled = async (text: string) =>
      await compileModules([{ path: "a.js", source: text, sourceMap: null, environment: "isolate" }]);
    const { imitate } = load(await compiled(source + named + imitation), "a.js") as {
      imitate: (use: (...given: unknown[]) => unknown) => unknown;
    };
    expect(imitate((...given) => given.length)).toBe(2);
    expect((await compiled(source + named))[0]?.code).toContain("}).load");
  });

  it("leave everything else where it stood", async () => {
    const alone = (await bundled(files)).filter(({ path }) => path === "a.js");
    const [untouched] = await compileModules(alone);
    const code = (await pushed()).find(({ path }) => path === "a.js")?.code ?? "";
    const lengths = (text = "") => text.split("\n").map((line) => line.length);
    expect(code).not.toBe(untouched?.code);
    expect(lengths(code)).toEqual(lengths(untouched?.code));
  });

  it("have them in code that is nested deeply", async () => {
    const deep = `export const sum = (a) => ${"a + ".repeat(20_000)}a; export const f = () => (() => 1)();`;
    const modules = await compileModules(await bundled({ ...files, "deep.js": deep }));
    const { sum } = load(modules, "deep.js") as { sum: () => number };
    expect(sum.name).toBe("sum");
  });
});
