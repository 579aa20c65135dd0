// What the runtime offers to the layers above it, and what it asks of them. The runtime runs JavaScript; it knows
// nothing of databases, HTTP or this product. Everything a function may do beyond computing goes through `SyscallHost`.
import type { Deadline } from "./deadline";
import type { Json } from "../value/json";
import type { ValidatorJson } from "../value/validatorJson";

/** A module as `npx convex` pushes it: an ES module with relative imports. */
export interface ModuleSource {
  path: string;
  source: string;
  sourceMap: string | null;
  environment: "isolate" | "node";
}

/** A module made ready to run in a context; stored beside its source so that a start does not compile again. */
export interface CompiledModule {
  path: string;
  code: string;
  /** Maps positions in `code` to the developer's file (JSON of a source map), for stack traces. */
  map: string | null;
}

export type FunctionKind = "query" | "mutation" | "action";

/** Answers the system calls of one run. A rejection with `FunctionError` reaches the function as an ordinary Error. */
export interface SyscallHost {
  syscall(op: string, args: string): string;
  /** A plain string is an answer that is there already: the function goes on at once, without a turn of the loop. */
  asyncSyscall(op: string, args: string): Promise<string> | string;
  /** Arguments and result are live objects (Blob, ...), never JSON. */
  jsSyscall(op: string, args: Record<string, unknown>): unknown;
}

export { FunctionError } from "../value/functionError";

export type LogLevel = "DEBUG" | "INFO" | "LOG" | "WARN" | "ERROR";

export interface LogLine {
  level: LogLevel;
  /** Epoch milliseconds of the real clock. */
  at: number;
  /** The arguments, each rendered as Convex renders it (`'text'` quoted), joined by spaces. */
  message: string;
}

/** Everything a run sees of the outside. */
export interface RunEnvironment {
  /** Whose work it is: those of one lane wait for each other, and not for those of others. */
  readonly lane: string;
  /** The frozen clock of queries and mutations, epoch milliseconds. Actions see the real one. */
  now: number;
  /** 32 bytes. Queries and mutations draw all randomness from it; actions have true randomness. */
  seed: Uint8Array;
  readEnv(name: string): string | undefined;
  log(line: LogLine): void;
  host: SyscallHost;
  /** Of an action: when its time is over, or its server goes down. */
  deadline: Deadline | null;
}

export type RunTarget =
  | { kind: FunctionKind; modulePath: string; exportName: string; args: string; requestId: string }
  /** `path` is what http.js has to find a route for; null: the path of the request. */
  | { kind: "httpAction"; request: Request; path: string | null };

/** `value` is the Convex JSON text that `invoke*` resolved to. `message` is `Uncaught Error: …` plus mapped frames. */
export type RunOutcome =
  | { kind: "success"; value: string }
  | { kind: "response"; response: Response }
  | { kind: "noRoute" }
  | { kind: "error"; message: string; data: Json | undefined };

export interface ProgramOptions {
  modules: CompiledModule[];
  /** `pool` reuses contexts between runs (serving); `fresh` makes one for every run, as Convex does (tests). */
  contexts: "pool" | "fresh";
  /** Clock and seed that modules see while they load: those of the push, equal for every run. */
  importNow: number;
  importSeed: Uint8Array;
}

/** The modules of one push, ready to run. Runs under way keep their program while a newer one takes over. */
export interface Program {
  /**
   * Within `together` (together.ts), a function that ends without waiting has its outcome at once, before it is known
   * whether it left a rejection unhandled.
   */
  run(target: RunTarget, environment: RunEnvironment): RunOutcome | Promise<RunOutcome>;
  /** Ends idle contexts; runs under way finish. */
  retire(): void;
}

export interface AnalyzedFunction {
  name: string;
  kind: FunctionKind;
  visibility: "public" | "internal";
  /** null: the function declares none, nothing is checked. */
  args: ValidatorJson | null;
  returns: ValidatorJson | null;
  line: number | null;
}

export interface AnalyzedModule {
  path: string;
  functions: AnalyzedFunction[];
  /** Of http.js only: `[path, method]`. */
  httpRoutes: [string, string][] | null;
  /** Of crons.js only: the parsed result of `export()`. */
  crons: Record<string, CronSpec> | null;
}

export interface CronSpec {
  /** `mod:fn`. */
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
  /** Each once. */
  filterFields: string[];
}

export interface TableDefinition {
  tableName: string;
  indexes: IndexDefinition[];
  searchIndexes: SearchIndexDefinition[];
  /** null where the schema leaves the table's documents unchecked. */
  documentType: ValidatorJson | null;
}

export interface SchemaDefinition {
  tables: TableDefinition[];
  schemaValidation: boolean;
}

export type AuthProvider =
  | { domain: string; applicationID: string }
  | { type: "customJwt"; issuer: string; jwks: string; algorithm: "RS256" | "ES256"; applicationID?: string };

/** What evaluating a push found out. Any module that does not evaluate fails the whole of it with a `FunctionError`. */
export interface PushAnalysis {
  modules: AnalyzedModule[];
  schema: SchemaDefinition | null;
  /** The schema's own `export()` result, unchanged, for the deploy protocol. */
  rawSchema: Json;
  auth: AuthProvider[];
  /** `export()` of convex.config.js, unchanged. */
  definition: Json;
}
