// The interface between the servers and the application. The servers know HTTP. The application knows functions.
import type { Readable } from "node:stream";
import type { FunctionKind, LogLine, ModuleSource, PushAnalysis } from "../runtime/contract";
import type { Family } from "../metrics/family";
import type { Json, JsonObject } from "../value/json";

/** The caller of a function. An admin may call internal functions and may act as a user. */
export type Caller =
  | { kind: "anonymous" }
  | { kind: "user"; identity: JsonObject; token: string; expiresAtMs: number }
  | { kind: "admin"; actingAs: JsonObject | null };

/** The person in a development token. */
export interface Person {
  email: string;
  name: string | null;
}

/** The documents that an OpenID Connect provider publishes. */
export interface SignInDocuments {
  configuration: JsonObject;
  keys: JsonObject;
}

export interface IssuedToken {
  token: string;
  expiresAtMs: number;
}

/** Returns the identity that functions see for this caller. */
export function identityOf(caller: Caller): JsonObject | null {
  switch (caller.kind) {
    case "anonymous":
      return null;
    case "user":
      return caller.identity;
    case "admin":
      return caller.actingAs;
  }
}

/** The client's request that caused a call, for logs and `getRequestMetadata`. */
export interface ClientRequest {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
}

/** `value` and `data` are Convex JSON. `logLines` already have the form that clients receive (`[LOG] 'hello'`). */
export type FunctionResult = { kind: "success"; value: Json; logLines: string[] } | FailedCall;

export interface FailedCall {
  kind: "error";
  message: string;
  data: Json | undefined;
  logLines: string[];
}

/** A refusal by the engine itself, not by a function. It becomes `{ code, message }` with `status`. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  /** After how many seconds another attempt makes sense. null means that nobody knows. */
  readonly retryAfterS: number | null;
  constructor(status: number, code: string, message: string, retryAfterS: number | null = null) {
    super(message);
    this.name = "RequestError";
    this.status = status;
    this.code = code;
    this.retryAfterS = retryAfterS;
  }
}

export interface FunctionCall {
  /** `any` accepts every kind of function (`/api/function`, `/api/run`). */
  kind: FunctionKind | "any";
  /** The function's path as clients write it: `folder/module:function`. */
  path: string;
  /** The path of the component that has the function. Only admins may set it. The default is the app itself. */
  componentPath?: string;
  /** The argument object, as Convex JSON. */
  args: Json;
  caller: Caller;
  request: ClientRequest;
}

/** A mutation from a client that numbers its mutations. */
export interface ClientMutation extends Omit<FunctionCall, "kind"> {
  sessionId: string;
  requestNumber: number;
  /** Called as soon as others can see the changes: before the answer, and before any subscriber learns of them. */
  onCommit(): void;
}

/** `ts` is the timestamp of the mutation's commit. */
export type MutationResult = { kind: "success"; value: string; logLines: string[]; ts: bigint } | FailedCall;

export interface QueryCall extends Omit<FunctionCall, "kind"> {
  /** Where the page of a paginated query ended when it last ran. The page ends there again. */
  endCursor: string | null;
}

/** The result of a query. All callers that ask the same receive the same object. */
export interface QueryResult {
  /** `value` is Convex JSON text. */
  readonly outcome: { kind: "success"; value: string } | { kind: "error"; message: string; data: Json | undefined };
  readonly logLines: readonly string[];
  /** Where the query's page ends, if the query is paginated. */
  readonly endCursor: string | null;
  /** Equal outcomes have equal fingerprints. */
  readonly fingerprint: string;
  /** Calls `onStale` once, when the result may no longer be valid. Calling the returned function stops the watch. */
  watch(onStale: () => void): () => void;
}

export interface QueryView {
  readonly ts: bigint;
  run(call: QueryCall): Promise<QueryResult>;
  close(): void;
}

export type HttpActionResult =
  | { kind: "response"; response: Response }
  | { kind: "noRoute" }
  | { kind: "noRouter" }
  | { kind: "error"; message: string; data: Json | undefined };

export interface StoredFile {
  contentType: string | null;
  size: number;
  /** The SHA-256 digest of the bytes, in hex. */
  sha256: string;
  /** Opens the bytes from `start` to `end` (both inclusive). */
  open(range?: { start: number; end: number }): Readable;
}

/** One function call that has ended, as `npx convex logs` shows it. */
export interface LogEntry {
  identifier: string;
  kind: FunctionKind | "httpAction";
  lines: LogLine[];
  /** The time of the call's end, in epoch milliseconds. */
  at: number;
  durationMs: number;
  error: string | null;
  requestId: string;
}

/** The code of the app (with an empty path) or of a component, which may be mounted many times or not at all. */
export interface PushedDefinition {
  path: string;
  /** The paths of the definitions that its convex.config.js imports. */
  dependencies: string[];
  modules: ModuleSource[];
}

/** The app itself, or a component that is mounted in it. */
export interface ComponentNode {
  /** The component's path: empty for the app, `limiter/worker` for a component of a component. */
  readonly path: string;
  readonly definitionPath: string;
  readonly analysis: PushAnalysis;
  /** Mounted components, by the names under which they are mounted. */
  readonly children: ReadonlyMap<string, ComponentNode>;
  /** Names of children, by the prefix of the HTTP paths that they serve. */
  readonly mounts: ReadonlyMap<string, string>;
  /** The variables that the component was given: values, or variables of its parent. */
  readonly env: ReadonlyMap<string, EnvironmentBinding>;
}

export type EnvironmentBinding = { kind: "value"; value: string } | { kind: "parentVariable"; name: string };

/** An index that a push adds or drops. Its name has the form `table.index`. */
export type IndexChange =
  | { type: "database"; name: string; fields: string[] }
  | { type: "search"; name: string; searchField: string; filterFields: string[] };

export interface IndexChanges {
  added: IndexChange[];
  removed: IndexChange[];
}

export interface PreparedPush {
  /** The id of this preparation, which `activatePush` needs. */
  id: string;
  /** What the analysis found in each definition, by its path. */
  definitions: Record<string, PushAnalysis>;
  app: ComponentNode;
  /** How the push changes the indexes, by the paths of components. */
  indexes: Record<string, IndexChanges>;
  importNow: number;
  importSeed: Uint8Array;
}

export type SchemaCheck =
  | { kind: "complete" }
  | { kind: "failed"; componentPath: string; tableName: string; error: string };

export interface ComponentChanges {
  /** `remounted`: mounted again, with the data of an earlier time. `unmounted`: its data stays and is not served. */
  kind: "created" | "modified" | "unmounted" | "remounted";
  modules: { added: string[]; removed: string[] };
  crons: { added: string[]; updated: string[]; deleted: string[] };
}

/** What a push has changed in each component, by its path. */
export type ActivatedPush = Record<string, ComponentChanges>;

/** A finished export that can be fetched. */
export interface ExportFile {
  name: string;
  size: number;
  open(): Readable;
}

export interface ExportService {
  /** Resolves when the export has begun. Throws RequestError 400 while another one is being made. */
  request(includeStorage: boolean): Promise<void>;
  /** Finds an export by the timestamp of its snapshot, in nanoseconds. */
  open(ts: string): Promise<ExportFile | null>;
}

export type ImportMode = "requireEmpty" | "append" | "replace" | "replaceAll";

export type ImportFormat = { kind: "zip" } | { kind: "csv" | "jsonLines" | "jsonArray"; tableName: string };

export interface ImportRequest {
  format: ImportFormat;
  mode: ImportMode;
  /** The path of a component; empty for the app's own tables. */
  component: string;
}

/** Each method throws RequestError 400 for an upload or import that does not exist. */
export interface ImportService {
  /** Returns the token that the other calls need for this upload. */
  startUpload(): Promise<string>;
  /** Reads one part of an upload to its end. Returns the name of the part. */
  uploadPart(token: string, number: number, body: Readable): Promise<string>;
  /** Returns the id of the import. The import now waits until somebody confirms its changes. */
  finishUpload(token: string, parts: readonly string[], request: ImportRequest): Promise<string>;
  perform(importId: string): Promise<void>;
}

export interface EnvChange {
  name: string;
  /** The new value of the environment variable. null removes the variable. */
  value: string | null;
}

/** The host of a deployment may know rules about its variables that the engine does not know. */
export interface EnvGuard {
  /** Returns why these changes of variables are refused, or null if they are allowed. */
  reasonAgainst(changes: EnvChange[]): Promise<string | null>;
  /** Called after the environment variables have changed. */
  changed(): Promise<void>;
}

export interface Application {
  readonly instanceName: string;
  readonly exports: ExportService;
  readonly imports: ImportService;
  /**
   * Finds the caller from the value of an Authorization header. Without a header the caller is anonymous. Throws
   * RequestError: 401 when the credential is refused, 503 when the provider of a token cannot be asked for its keys.
   */
  authenticate(authorization: string | undefined): Promise<Caller>;
  /** Compares in constant time. Used for the `adminKey` in the body or query of a deploy request. */
  isAdminKey(key: string): boolean;

  /** Returns the documents that the deployment publishes as a provider for development, or null if it is not one. */
  signInDocuments(): Promise<SignInDocuments | null>;
  /** Signs this person in. Throws RequestError with the reason when the deployment issues no tokens. */
  signIn(person: Person): Promise<IssuedToken>;
  /** Returns the secret of this process with which browsers sign in, or null when the deployment issues no tokens. */
  signInCode(): string | null;
  isSignInCode(text: string): boolean;
  /** Returns a later token for the person of a valid token of this deployment. Throws RequestError. */
  renewSignIn(token: string): Promise<IssuedToken>;

  call(call: FunctionCall): Promise<FunctionResult>;
  /** A client that lost the answer and sends a mutation again receives the result of the first time. */
  mutate(call: ClientMutation): Promise<MutationResult>;
  /** Opens the state that is committed now, for queries that must see the same state. */
  openView(): QueryView;
  /** How many calls and uploads of clients have begun. Live queries do not count. */
  callsBegun(): number;
  /** Whether a write has failed since the last one that succeeded, because of the disk or of another process. */
  writesFail(): boolean;
  /** Writes something small. Throws RequestError 503 with the reason when nothing can be written. */
  tryToWrite(): Promise<void>;
  /** What an operator watches, since the start of the process. */
  metrics(): Promise<Family[]>;
  /** The timestamp of the last commit. Clients have seen no later one, unless the data was restored from a backup. */
  committedTs(): bigint;
  callHttpAction(request: Request, caller: Caller, client: ClientRequest): Promise<HttpActionResult>;

  /** Reads the body to its end. Throws RequestError when the token is unknown or the digest differs. */
  uploadFile(
    token: string,
    body: Readable,
    contentType: string | null,
    sha256: string | null,
  ): Promise<{ storageId: string }>;
  /** Finds a file by the uuid in its URL. */
  openFile(uuid: string): Promise<StoredFile | null>;

  /** Evaluates everything and changes nothing. Throws RequestError 400 that says what is wrong. */
  preparePush(definitions: PushedDefinition[]): Promise<PreparedPush>;
  /** Checks whether the existing documents fit the pushed schema. */
  checkSchema(pushId: string): Promise<SchemaCheck>;
  /** Replaces code, schema, indexes, crons and auth in one transaction, or throws and leaves everything as it was. */
  activatePush(pushId: string): Promise<ActivatedPush>;

  /** Whether code has been pushed. */
  hasCode(): boolean;
  listEnv(): { name: string; value: string }[];
  /** Sets environment variables, and removes those whose value is null. Either all changes happen or none. */
  changeEnv(changes: EnvChange[]): Promise<void>;
  /** From now on, `guard` checks every change of the variables, from any caller. */
  guardEnv(guard: EnvGuard): void;

  /** Returns entries newer than `cursor` (epoch ms). Waits up to `waitMs` for the first one. */
  readLogs(cursor: number, waitMs: number, signal: AbortSignal): Promise<{ entries: LogEntry[]; newCursor: number }>;

  /** Refuses new work and waits for work in flight, at most `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** How many functions of each kind a call has run so far, itself included. Convex charges for each of them. */
export interface CallCounts {
  queries: number;
  /** The queries whose result was cached, so that they read nothing. */
  cachedQueries: number;
  mutations: number;
  /** Actions and HTTP actions. */
  actions: number;
}
