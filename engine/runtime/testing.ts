// Bundles Convex modules for tests as `npx convex` does: into ES modules with shared chunks and source maps.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { onTestFinished } from "vitest";
import { compileModules } from "./compile";
import type {
  LogLine,
  ModuleSource,
  Program,
  ProgramOptions,
  RunEnvironment,
  RunOutcome,
  SyscallHost,
} from "./contract";
import { createProgram } from "./program";

const root = path.resolve(fileURLToPath(new URL("../..", import.meta.url)));
const folder = path.join(root, "convex");

/** `files` maps paths within `convex/` to TypeScript. Each file is an entry point unless it is in `lib/`. */
export async function bundle(files: Record<string, string>, options: BuildOptions = {}): Promise<ModuleSource[]> {
  const entries = Object.keys(files).filter((file) => !file.startsWith("lib/"));
  const result = await build({
    entryPoints: entries.map((file) => path.join(folder, file)),
    bundle: true,
    splitting: true,
    format: "esm",
    target: "esnext",
    platform: "browser",
    conditions: ["convex", "module"],
    sourcemap: true,
    sourcesContent: false,
    outdir: path.join(root, "out"),
    outbase: folder,
    chunkNames: "_deps/[hash]",
    logLevel: "silent",
    plugins: [inMemory(files)],
    ...options,
    write: false,
  });
  const texts = new Map(
    result.outputFiles.map((file) => [path.relative(path.join(root, "out"), file.path), file.text]),
  );
  return [...texts]
    .filter(([name]) => name.endsWith(".js"))
    .map(([name, source]) => ({
      path: name,
      source,
      sourceMap: texts.get(`${name}.map`) ?? null,
      environment: "isolate",
    }));
}

function inMemory(files: Record<string, string>): Plugin {
  return {
    name: "in-memory",
    setup(bundler) {
      // The folders of the files need not exist on disk, but packages are looked up there. So packages are resolved
      // from the root of the project.
      bundler.onResolve({ filter: /^convex\// }, ({ path: wanted, kind, resolveDir }) => {
        return resolveDir === root ? undefined : bundler.resolve(wanted, { kind, resolveDir: root });
      });
      bundler.onResolve({ filter: /^(\.|\/)/ }, ({ path: wanted, resolveDir }) => {
        const name = path.relative(folder, path.resolve(resolveDir, wanted)).replace(/\.ts$/, "");
        return `${name}.ts` in files ? { path: path.join(folder, `${name}.ts`), namespace: "file" } : undefined;
      });
      bundler.onLoad({ filter: /\.ts$/ }, (args) => {
        const contents = files[path.relative(folder, args.path)];
        return contents === undefined ? undefined : { contents, loader: "ts", resolveDir: path.dirname(args.path) };
      });
    },
  };
}

export async function programOf(
  files: Record<string, string>,
  contexts: ProgramOptions["contexts"] = "pool",
): Promise<Program> {
  const modules = await compileModules(await bundle(files));
  return createProgram({ modules, contexts, importNow: 1000, importSeed: new Uint8Array(32).fill(1) });
}

const PLACE = "__theExpression";
let evaluating: Promise<ModuleSource[]> | undefined;

/** Returns a program whose functions `m:query`, `m:mutation` and `m:action` each return the value of `expression`. */
export async function programThatEvaluates(expression: string): Promise<Program> {
  evaluating ??= bundle({
    "m.ts": `
      import { queryGeneric, mutationGeneric, actionGeneric } from "convex/server";
      const evaluate = async () => (${PLACE});
      export const query = queryGeneric(evaluate);
      export const mutation = mutationGeneric(evaluate);
      export const action = actionGeneric(evaluate);
`,
  });
  const modules = (await evaluating).map(({ path: name, source, sourceMap, environment }) => {
    return { path: name, source: source.replace(PLACE, () => expression), sourceMap, environment };
  });
  return createProgram({
    modules: await compileModules(modules),
    contexts: "fresh",
    importNow: 1000,
    importSeed: new Uint8Array(32).fill(1),
  });
}

export interface TestEnvironment extends RunEnvironment {
  lines: LogLine[];
}

const refusingHost: SyscallHost = {
  syscall: () => {
    throw new Error("The test expects no system call.");
  },
  asyncSyscall: () => Promise.reject(new Error("The test expects no system call.")),
  jsSyscall: () => {
    throw new Error("The test expects no system call.");
  },
  watchLastQuery: () => {
    throw new Error("The test expects no system call.");
  },
};

export function environmentOf(overrides: Partial<RunEnvironment> = {}): TestEnvironment {
  const lines: LogLine[] = [];
  return {
    lane: "",
    now: 1_700_000_000_000,
    seed: new Uint8Array(32).fill(7),
    readEnv: () => undefined,
    log: (line) => lines.push(line),
    host: refusingHost,
    deadline: null,
    ...overrides,
    lines,
  };
}

/** Runs a function of a program. Its address is `name`, such as `m:query`. */
export function call(
  program: Program,
  kind: "query" | "mutation" | "action",
  name: string,
  args: object = {},
  environment: RunEnvironment = environmentOf(),
): Promise<RunOutcome> {
  const [modulePath = "", exportName = "default"] = name.split(":");
  const target = { kind, modulePath: `${modulePath}.js`, exportName, args: JSON.stringify([args]), requestId: "r1" };
  return Promise.resolve(program.run(target, environment));
}

/**
 * vitest regards every unhandled rejection as a failure of the test, so its listeners are removed until the test ends.
 */
export function silenceTestRunner(): void {
  const others = process.listeners("unhandledRejection").filter(({ name }) => name !== "onUnhandledRejection");
  for (const listener of others) process.off("unhandledRejection", listener);
  onTestFinished(() => {
    for (const listener of others) process.on("unhandledRejection", listener);
  });
}

export function host(answers: Partial<SyscallHost>): SyscallHost {
  return { ...environmentOf().host, ...answers };
}

export function valueOf(outcome: RunOutcome): unknown {
  if (outcome.kind !== "success") throw new Error(`No success: ${JSON.stringify(outcome)}`);
  return JSON.parse(outcome.value);
}

export function messageOf(outcome: RunOutcome): string {
  if (outcome.kind !== "error") throw new Error(`No error: ${JSON.stringify(outcome)}`);
  return outcome.message;
}
