// Evaluates a push: finds the functions, routes, crons and tables that it defines, and checks that every module loads.
import type { Json } from "../value/json";
import { analyzeDefinition, analyzeModule, analyzeSchema, authProviders } from "./exports";
import {
  type AnalyzedModule,
  type AuthProvider,
  type CompiledModule,
  FunctionError,
  type PushAnalysis,
  type RunEnvironment,
  type SyscallHost,
} from "./contract";
import { Guest, type ImportPhase } from "./guest";
import { guestName } from "./guestNames";
import type { ModuleExports } from "./linker";
import { Run, type RunKind } from "./run";
import { Scripts } from "./scripts";

export interface AnalysisEnvironment {
  importNow: number;
  importSeed: Uint8Array;
  readEnv(name: string): string | undefined;
}

const SCHEMA = "schema.js";
const AUTH = "auth.config.js";
const DEFINITION = "convex.config.js";
/**
 * Modules with shared code, and modules that imports of component definitions resolve to. They export no functions to
 * call.
 */
const NOT_CALLABLE = /^_(deps|componentDeps)\//;
const NOT_FUNCTIONS = new Set([SCHEMA, AUTH, DEFINITION]);

/** Throws a FunctionError that names the module (and the place in it, if known) when a module does not load. */
export async function analyzePush(modules: CompiledModule[], environment: AnalysisEnvironment): Promise<PushAnalysis> {
  const scripts = new Scripts(modules);
  const importPhase: ImportPhase = { now: environment.importNow, seed: environment.importSeed };
  const runEnvironment = loadingEnvironment(environment);
  // One context loads all modules, as on Convex, so that code which they share is evaluated once. The schema has a
  // context of its own, because stricter rules apply to what it imports.
  const together = new Guest(scripts, importPhase);
  const inspect = <T>(path: string, read: (exports: ModuleExports) => T): Promise<T> =>
    inspectModule(together, runEnvironment, path, "analysis", read);
  const inspectSchema = (): Promise<ReturnType<typeof analyzeSchema>> =>
    inspectModule(new Guest(scripts, importPhase), runEnvironment, SCHEMA, "schema", analyzeSchema);

  const analyzed: AnalyzedModule[] = [];
  for (const { path } of modules) {
    if (NOT_CALLABLE.test(path) || NOT_FUNCTIONS.has(path)) continue;
    analyzed.push(await inspect(path, (exports) => analyzeModule(path, exports)));
  }
  const definition: Json = scripts.has(DEFINITION) ? await inspect(DEFINITION, analyzeDefinition) : null;
  const auth = await providersOf(scripts, environment);
  const schema = scripts.has(SCHEMA) ? await inspectSchema() : NO_SCHEMA;
  return { modules: analyzed, auth, definition, ...schema };
}

/** Evaluates only auth.config.js, with the current values of the environment variables. */
export async function analyzeAuth(
  modules: CompiledModule[],
  environment: AnalysisEnvironment,
): Promise<AuthProvider[]> {
  return await providersOf(new Scripts(modules), environment);
}

/**
 * As on Convex, reading a variable that is not set throws in auth.config.js. The file cannot check whether it is set.
 */
async function providersOf(scripts: Scripts, environment: AnalysisEnvironment): Promise<AuthProvider[]> {
  if (!scripts.has(AUTH)) return [];
  const unset: string[] = [];
  const readEnv = (name: string): string => {
    const value = environment.readEnv(name);
    if (value !== undefined) return value;
    const message = `Environment variable ${name} is used in auth config file but its value was not set.`;
    unset.push(message);
    throw new FunctionError("AuthConfigMissingEnvironmentVariable", message);
  };
  const guest = new Guest(scripts, { now: environment.importNow, seed: environment.importSeed });
  try {
    return await inspectModule(guest, loadingEnvironment({ ...environment, readEnv }), AUTH, "analysis", authProviders);
  } catch (error) {
    // The file may have caught the error about the missing variable and then failed with another error.
    const cause = unset.find((message) => error instanceof FunctionError && error.message.includes(message));
    throw cause === undefined ? error : new FunctionError("AuthConfigMissingEnvironmentVariable", cause);
  }
}

const NO_SCHEMA = { schema: null, rawSchema: null };

/** Loads one module as its first call would, and reads its exports in the same context. */
function inspectModule<T>(
  guest: Guest,
  environment: RunEnvironment,
  path: string,
  kind: RunKind,
  read: (exports: ModuleExports) => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const found: { of?: T } = {};
    const run = new Run(kind, guestName(path, kind, nameOfLoading), guest, environment, {
      answer(end) {
        if (end.kind === "broken") reject(end.error);
        else if (end.kind === "error") reject(unloadable(path, end.failure.message));
        else if ("of" in found) resolve(found.of);
      },
      closed: () => undefined,
    });
    run.resume(() => {
      found.of = read(guest.load(path));
      run.succeed(null);
    });
  });
}

function nameOfLoading(path: string, kind: string): string {
  return `${path} (${kind})`;
}

function unloadable(path: string, message: string): FunctionError {
  return new FunctionError("InvalidModules", `Failed to load ${path}: ${message}`);
}

function loadingEnvironment(environment: AnalysisEnvironment): RunEnvironment {
  return {
    lane: "",
    now: environment.importNow,
    seed: environment.importSeed,
    readEnv: (name) => environment.readEnv(name),
    log: () => undefined,
    host: NO_HOST,
    deadline: null,
  };
}

/** A host that refuses every call, because modules may not call the host while they load. */
const NO_HOST: SyscallHost = { syscall: refuse, asyncSyscall: refuse, jsSyscall: refuse, watchLastQuery: refuse };

function refuse(): never {
  throw new FunctionError("NoDatabaseDuringImport", "Can't use database at import time");
}
