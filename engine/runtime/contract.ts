// The types that the runtime offers to the layers above it, and the calls that it makes to them. The runtime runs
// JavaScript and knows nothing about databases, HTTP or this product. Everything that a function may do beyond
// computing goes through `SyscallHost`.
import type { Deadline } from "./deadline";
import type { Json, JsonObject } from "../value/json";
import type { ValidatorJson } from "../value/validatorJson";

/** A module as `npx convex` pushes it: an ES module with relative imports. */
export interface ModuleSource {
  path: string;
  source: string;
  sourceMap: string | null;
  environment: "isolate" | "node";
}

/**
 * A module made ready to run in a context. It is stored beside its source so that a start does not compile it again.
 */
export interface CompiledModule {
  readonly path: string;
  readonly code: string;
  /** Maps positions in `code` to the developer's file (JSON of a source map), for stack traces. */
  readonly map: string | null;
}

export type FunctionKind = "query" | "mutation" | "action";

/** Answers the system calls of one run. A rejection with `FunctionError` reaches the function as an ordinary Error. */
export interface SyscallHost {
  syscall(op: string, args: string): string;
  /**
   * `args` is JSON, or an object of the host that nobody else has. A plain string is an answer that is ready: the
   * function continues at once, without waiting for a turn of the loop.
   */
  asyncSyscall(op: string, args: string | JsonObject): Promise<string> | string;
  /** Arguments and result are live objects (Blob and others), never JSON. */
  jsSyscall(op: string, args: Record<string, unknown>): unknown;
  /**
   * Calls `onChange` once, when the run's last query has another result. Returns a function that ends the watch. Only
   * actions ask.
   */
  watchLastQuery(onChange: () => void): () => void;
}

export { FunctionError } from "../value/functionError";

export type LogLevel = "DEBUG" | "INFO" | "LOG" | "WARN" | "ERROR";

export interface LogLine {
  level: LogLevel;
  /** When the line was logged, in epoch milliseconds of the real clock. */
  at: number;
  /** The arguments, each rendered as Convex renders it (`'text'` quoted), joined by spaces. */
  message: string;
}

/** Everything that a run can see of the world outside its code. */
export interface RunEnvironment {
  /** Runs of one lane wait for each other. They do not wait for runs of other lanes. */
  readonly lane: string;
  /** The clock of queries and mutations, in epoch milliseconds; it does not advance. Actions see the real clock. */
  now: number;
  /** 32 bytes. Queries and mutations take all their randomness from it. Actions have true randomness. */
  seed: Uint8Array;
  readEnv(name: string): string | undefined;
  log(line: LogLine): void;
  host: SyscallHost;
  /** Set for actions only: the moment at which the action must end, because its time is over or its server stops. */
  deadline: Deadline | null;
}

export type RunTarget =
  | { kind: FunctionKind; modulePath: string; exportName: string; args: string; requestId: string }
  /** `path` is the path that the router in http.js must match. null means the path of the request's URL. */
  | { kind: "httpAction"; request: Request; path: string | null };

/** `value` is the Convex JSON text that `invoke*` resolved to. `message` is `Uncaught Error: …` plus mapped frames. */
export type RunOutcome =
  | { kind: "success"; value: string }
  | { kind: "response"; response: Response }
  | { kind: "noRoute" }
  | { kind: "error"; message: string; data: Json | undefined };

export type Contexts = "pool" | "shared" | "fresh";

export interface ProgramOptions {
  modules: CompiledModule[];
  /**
   * `pool` uses contexts again for later runs. `shared` does so too, and HTTP actions share one context while they
   * wait. It is for apps whose modules keep nothing between requests: a promise that a module kept could continue one
   * request in a step of another. `fresh` makes a context for every run, as Convex does (tests).
   */
  contexts: Contexts;
  /** Clock and seed that modules see while they load. They were fixed by the push and are equal for every run. */
  importNow: number;
  importSeed: Uint8Array;
}

/** The modules of one push, ready to run. A run that has begun keeps its program when a newer one takes over. */
export interface Program {
  /**
   * Inside `together` (together.ts), a function that ends without waiting returns its outcome at once. It is not yet
   * known then whether the function left a rejection unhandled.
   */
  run(target: RunTarget, environment: RunEnvironment): RunOutcome | Promise<RunOutcome>;
  /** Ends the contexts that are idle. Runs that have begun may finish. */
  retire(): void;
  /** Returns a program of the same modules with contexts of its own. Nothing is compiled a second time. */
  again(): Program;
}

export interface AnalyzedFunction {
  name: string;
  kind: FunctionKind;
  visibility: "public" | "internal";
  /** The validator of the arguments. null: the function declares none, so nothing is checked. */
  args: ValidatorJson | null;
  returns: ValidatorJson | null;
  line: number | null;
}

export interface AnalyzedModule {
  path: string;
  functions: AnalyzedFunction[];
  /** The routes of http.js, as pairs of path and method. null for every other module. */
  httpRoutes: [string, string][] | null;
  /** The crons of crons.js: the parsed result of its `export()`. null for every other module. */
  crons: Record<string, CronSpec> | null;
}

export interface CronSpec {
  /** The address of the function, as `module:export`. */
  name: string;
  args: Json[];
  schedule: CronSchedule;
}

export type CronSchedule =
  | { type: "interval"; seconds: number }
  | { type: "interval"; minutes: number }
  | { type: "interval"; hours: number }
  | { type: "hourly"; minuteUTC?: number }
  | { type: "daily"; hourUTC: number; minuteUTC?: number }
  | { type: "weekly"; dayOfWeek: string; hourUTC: number; minuteUTC?: number }
  | { type: "monthly"; day: number; hourUTC: number; minuteUTC?: number }
  | { type: "cron"; cron: string };

export interface IndexDefinition {
  indexDescriptor: string;
  fields: string[];
}

export interface SearchIndexDefinition {
  indexDescriptor: string;
  searchField: string;
  /** The fields by which a search may filter. Each appears once. */
  filterFields: string[];
}

export interface TableDefinition {
  tableName: string;
  indexes: IndexDefinition[];
  searchIndexes: SearchIndexDefinition[];
  /** null when the schema does not check the documents of the table. */
  documentType: ValidatorJson | null;
}

export interface SchemaDefinition {
  tables: TableDefinition[];
  schemaValidation: boolean;
}

export type AuthProvider =
  | { domain: string; applicationID: string }
  | { type: "customJwt"; issuer: string; jwks: string; algorithm: "RS256" | "ES256"; applicationID?: string };

/** The result of evaluating a push. If any module fails to evaluate, the whole analysis throws a `FunctionError`. */
export interface PushAnalysis {
  modules: AnalyzedModule[];
  schema: SchemaDefinition | null;
  /** The result of the schema's own `export()`, unchanged. The deploy protocol needs it. */
  rawSchema: Json;
  auth: AuthProvider[];
  /** The result of `export()` of convex.config.js, unchanged. */
  definition: Json;
}
