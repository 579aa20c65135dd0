// Checks how much code a REST request evaluates before it does anything. For each request, Convex evaluates http.ts,
// all that it imports, and the area of the request in a new context. The check fails when that code is larger than its
// budget, or when anything in `convex/` imports what Convex's default runtime does not have, or imports a package by a
// path that costs far more than another one. The times that it prints are for information: they depend on the machine
// and never fail the check. Other load on the machine only makes runs slower, so the fastest of many runs shows the
// time of the work itself.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import * as esbuild from "esbuild";
import { timesOnEngine } from "./edgeOnEngine";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = path.join(root, "convex");

/** The modules that a request evaluates. `project` is an example: all areas are loaded in the same way. */
const requestModules = ["http.js", "project/routes.js"];

/** The budgets in bytes, as pushed. They are close to the present sizes, so that growth is a decision. */
const budget = {
  /**
   * The edge's own code has 16,800 bytes now. Each area of the API has a line in its index. What only refusals need
   * loads when there is one, and zod/mini (27,000) does not fit: schemas load when they are used.
   */
  own: 17_000,
  /**
   * The part of convex/server that every http.ts needs. It grows when the app uses more of it; it has 87,000 bytes now.
   */
  platform: 92_000,
};

const forbidden = new Map([
  ["zod", 'import * as z from "zod/mini": the root is 176 to 776 kB'],
  ["svix", 'import from "svix/dist/webhook": the root is 415 kB'],
]);

/**
 * The only modules that may import svix (31 kB). Other modules load one of them by `import()` when they sign or verify.
 */
const modulesWithSvix = new Set(["idp/signature.js", "idp/webhook.js", "lib/messageSigning.js"]);

async function main(): Promise<void> {
  const bundle = await bundleAsPushed();
  if (bundle === null) {
    process.exitCode = 1;
    return;
  }
  const problems = forbiddenImports(bundle.metafile);
  problems.push(...unwantedSvix(bundle));
  const modules = staticGraph(bundle, requestModules);
  const platform = ofPlatform(modules, bundle.metafile);
  const platformBytes = bytesOf(platform);
  const ownBytes = bytesOf(modules) - platformBytes;
  if (ownBytes > budget.own) problems.push(overspent("of its own", ownBytes, budget.own));
  if (platformBytes > budget.platform) problems.push(overspent("of convex/server", platformBytes, budget.platform));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  console.log(
    `Edge of GET /api/v1/project: ${ownBytes} bytes of its own (at most ${budget.own}) and ${platformBytes} of ` +
      `convex/server (at most ${budget.platform}).`,
  );
  await printTimes(modules, platform);
}

async function printTimes(modules: Map<string, string>, platform: Map<string, string>): Promise<void> {
  const [whole, empty] = await Promise.all([asOneScript(modules), asOneScript(platform)]);
  const rows: [string, number[]][] = [
    ["The code compiled and evaluated", evaluations(whole, compiledAnew)],
    ["of that, convex/server", evaluations(empty, compiledAnew)],
    ["The code evaluated, compiled by V8's code cache", evaluations(whole, fromCodeCache(whole))],
    ["The whole request on the engine, which keeps compiled code", await timesOnEngine(modules)],
  ];
  console.log("In a fresh context, the fastest and the median:");
  for (const [what, times] of rows) console.log(`  ${timesOf(times)}  ${what}`);
}

function timesOf(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (index: number): string => `${(sorted[index] ?? Number.NaN).toFixed(1)} ms`.padStart(8);
  return `${at(0)} ${at(Math.floor(sorted.length / 2))}`;
}

function bytesOf(modules: Map<string, string>): number {
  return [...modules.values()].reduce((sum, source) => sum + Buffer.byteLength(source), 0);
}

function overspent(what: string, bytes: number, allowed: number): string {
  return `The edge of GET /api/v1/project is ${bytes} bytes ${what}; the budget is ${allowed} (scripts/edgeBudget.ts).`;
}

interface Bundle {
  metafile: esbuild.Metafile;
  /** The text of each output file by its path, such as `http.js` or `_deps/ABCD.js`. */
  sources: Map<string, string>;
}

/**
 * Bundles with the options of `npx convex deploy`, which decide which modules share a chunk. Returns null when esbuild
 * failed; esbuild has then printed the reason.
 */
async function bundleAsPushed(): Promise<Bundle | null> {
  const options = {
    absWorkingDir: folder,
    entryPoints: entryPoints(),
    outdir: "out",
    outbase: ".",
    bundle: true,
    platform: "browser",
    format: "esm",
    target: "esnext",
    conditions: ["convex", "module"],
    splitting: true,
    chunkNames: "_deps/[hash]",
    treeShaking: true,
    minifySyntax: true,
    minifyIdentifiers: true,
    keepNames: true,
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
    metafile: true,
    logLevel: "error",
  } satisfies esbuild.BuildOptions;
  const result = await esbuild.build(options).catch(() => null);
  if (result === null) return null;
  const sources = result.outputFiles.map((file): [string, string] => [
    path.relative(path.join(folder, "out"), file.path).replaceAll(path.sep, "/"),
    file.text,
  ]);
  return { metafile: result.metafile, sources: new Map(sources) };
}

/** Lists the entry points by the rule of Convex's bundler, as far as it applies to this folder. */
function entryPoints(): string[] {
  const files = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.filter((file) => {
    const name = path.basename(file);
    return (
      name.split(".").length === 2 && name.endsWith(".ts") && name !== "schema.ts" && !file.startsWith("_generated")
    );
  });
}

/**
 * Finds imports that are not allowed. Node's built-in modules are not listed: for the platform "browser" esbuild
 * refuses them by itself.
 */
function forbiddenImports(metafile: esbuild.Metafile): string[] {
  return Object.entries(metafile.inputs).flatMap(([file, input]) =>
    input.imports.flatMap(({ original = "" }) => {
      const advice = file.startsWith("..") ? undefined : forbidden.get(original);
      return advice === undefined ? [] : [`convex/${file} imports "${original}". Instead ${advice}.`];
    }),
  );
}

function unwantedSvix(bundle: Bundle): string[] {
  const hasSvix = (module: string) =>
    Object.keys(bundle.metafile.outputs[`out/${module}`]?.inputs ?? {}).some((file) =>
      file.includes("/node_modules/svix/"),
    );
  const entries = Object.values(bundle.metafile.outputs).flatMap(({ entryPoint }) =>
    entryPoint === undefined ? [] : [entryPoint.replace(/\.ts$/, ".js")],
  );
  const unwanted = entries.filter(
    (entry) => !modulesWithSvix.has(entry) && [...staticGraph(bundle, [entry]).keys()].some(hasSvix),
  );
  if (unwanted.length === 0) return [];
  const named = `convex/${unwanted[0]} and ${unwanted.length - 1} others`;
  return [`svix is evaluated with ${named}: lib/messageSigning has to be loaded by import() there.`];
}

function staticGraph(bundle: Bundle, entries: string[]): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (module: string): void => {
    const source = bundle.sources.get(module);
    const output = bundle.metafile.outputs[`out/${module}`];
    if (source === undefined || output === undefined) throw new Error(`The bundle has no ${module}.`);
    if (found.has(module)) return;
    found.set(module, source);
    for (const imported of output.imports) {
      if (imported.kind === "import-statement") visit(imported.path.replace(/^out\//, ""));
    }
  };
  entries.forEach(visit);
  return found;
}

/** Returns the modules that even the smallest possible http.ts would evaluate: those of the package convex. */
function ofPlatform(modules: Map<string, string>, metafile: esbuild.Metafile): Map<string, string> {
  const ofConvex = (module: string) =>
    Object.keys(metafile.outputs[`out/${module}`]?.inputs ?? {}).every((file) => file.includes("node_modules/convex/"));
  return new Map([...modules].filter(([module]) => ofConvex(module)));
}

type Compile = (source: string, round: number) => vm.Script;

/** V8 keeps compiled code by its text, so each round has another one. */
const compiledAnew: Compile = (source, round) => new vm.Script(`/* ${round} */ ${source}`);

/** The cache is made after the code has run, so it has all functions that the evaluation calls. */
function fromCodeCache(ofSource: string): Compile {
  const script = new vm.Script(ofSource);
  script.runInContext(newContext());
  const cachedData = script.createCachedData();
  return (source, round) => new vm.Script(source, { cachedData, filename: `round${round}.js` });
}

/** Measures how many milliseconds it takes to make a context, compile the code and evaluate it. */
function evaluations(source: string, compile: Compile): number[] {
  return Array.from({ length: 101 }, (_, round) => {
    const started = performance.now();
    compile(source, round).runInContext(newContext());
    return performance.now() - started;
  });
}

function newContext(): vm.Context {
  return vm.createContext({ process: { env: {} } });
}

/**
 * Bundles the modules into one function expression in parentheses, which V8 compiles at once instead of parsing it
 * twice.
 */
async function asOneScript(modules: Map<string, string>): Promise<string> {
  const result = await esbuild.build({
    stdin: { contents: [...modules.keys()].map((module) => `import "/${module}";`).join("\n") },
    bundle: true,
    format: "esm",
    treeShaking: false,
    write: false,
    logLevel: "error",
    plugins: [servePushed(modules)],
  });
  return `(function () { ${result.outputFiles[0]?.text ?? ""} })()`;
}

function servePushed(modules: Map<string, string>): esbuild.Plugin {
  return {
    name: "pushed-modules",
    setup(build) {
      build.onResolve({ filter: /./ }, ({ path: specifier, importer, kind }) => {
        if (kind === "dynamic-import") return { path: specifier, external: true };
        const resolved = path.posix.join("/", path.posix.dirname(importer), specifier).slice(1);
        return { path: resolved, namespace: "pushed" };
      });
      build.onLoad({ filter: /./, namespace: "pushed" }, (args) => ({ contents: modules.get(args.path) ?? "" }));
    },
  };
}

await main();
