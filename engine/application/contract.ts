// What the servers may ask of the application. The servers speak HTTP; the application speaks functions.
import type { Readable } from "node:stream";
import type { FunctionKind, LogLine, ModuleSource, PushAnalysis } from "../runtime/contract";
import type { Json, JsonObject } from "../value/json";

/** Who calls. An admin may call internal functions and may act as a user. */
export type Caller =
  | { kind: "anonymous" }
  | { kind: "user"; identity: JsonObject; token: string; expiresAtMs: number }
  | { kind: "admin"; actingAs: JsonObject | null };

/** Whom a token for development is to name. */
export interface Person {
  email: string;
  name: string | null;
}

/** What an OpenID Connect provider publishes. */
export interface SignInDocuments {
  configuration: JsonObject;
  keys: JsonObject;
}

export interface IssuedToken {
  token: string;
  expiresAtMs: number;
}

/** Whom functions take the caller for. */
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

/** The request a call came with, for logs and `getRequestMetadata`. */
export interface ClientRequest {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
}

/** `value` and `data` are Convex JSON. `logLines` are already in the form clients receive (`[LOG] 'hello'`). */
export type FunctionResult = { kind: "success"; value: Json; logLines: string[] } | FailedCall;

export interface FailedCall {
  kind: "error";
  message: string;
  data: Json | undefined;
  logLines: string[];
}

/** A refusal by the engine itself (not by a function): becomes `{ code, message }` with `status`. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  /** When it is worth asking again; null: nobody knows. */
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
  /** `any`: whatever the function is (`/api/function`, `/api/run`). */
  kind: FunctionKind | "any";
  /** `folder/module:function`, as clients write it. */
  path: string;
  /** Of the component whose function it is, which admins alone may name; left out: the app's own. */
  componentPath?: string;
  /** The argument object, as Convex JSON. */
  args: Json;
  caller: Caller;
  request: ClientRequest;
}

/** One of a client that numbers its mutations. */
export interface ClientMutation extends Omit<FunctionCall, "kind"> {
  sessionId: string;
  requestNumber: number;
  /** Called as soon as others can see what it did: before the answer, and before anything is told of its effects. */
  onCommit(): void;
}

/** `ts`: of its commit. */
export type MutationResult = { kind: "success"; value: string; logLines: string[]; ts: bigint } | FailedCall;

export interface QueryCall extends Omit<FunctionCall, "kind"> {
  /** Where the page of a paginated query ended when it ran before: then it ends there again. */
  endCursor: string | null;
}

/** What a query came to. The same one serves all who ask the same. */
export interface QueryResult {
  /** `value` is the text of Convex JSON. */
  readonly outcome: { kind: "success"; value: string } | { kind: "error"; message: string; data: Json | undefined };
  readonly logLines: readonly string[];
  /** Where its page ends, if it has one. */
  readonly endCursor: string | null;
  /** Equal for equal outcomes. */
  readonly fingerprint: string;
  /** Calls back once, when the result may not hold any more, until the returned function is called. */
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
  /** Hex. */
  sha256: string;
  /** Opens the bytes `start` to `end` (both inclusive). */
  open(range?: { start: number; end: number }): Readable;
}

/** One finished function, as `npx convex logs` shows it. */
export interface LogEntry {
  identifier: string;
  kind: FunctionKind | "httpAction";
  lines: LogLine[];
  /** Epoch milliseconds. */
  at: number;
  durationMs: number;
  error: string | null;
  requestId: string;
}

/** The code of the app (its path is empty) or of a component, which may be mounted many times or not at all. */
export interface PushedDefinition {
  path: string;
  /** The paths of the definitions that its convex.config.js imports. */
  dependencies: string[];
  modules: ModuleSource[];
}

/** The app itself, or a component that is mounted in it. */
export interface ComponentNode {
  /** Empty for the app, `limiter/worker` for a component of a component. */
  readonly path: string;
  readonly definitionPath: string;
  readonly analysis: PushAnalysis;
  /** By the names they are mounted under. */
  readonly children: ReadonlyMap<string, ComponentNode>;
  /** Names of children, by the prefix of the HTTP paths that are theirs. */
  readonly mounts: ReadonlyMap<string, string>;
  /** The variables that it was given: values, or variables of its parent. */
  readonly env: ReadonlyMap<string, EnvironmentBinding>;
}

export type EnvironmentBinding = { kind: "value"; value: string } | { kind: "parentVariable"; name: string };

/** Names are `table.index`. */
export type IndexChange =
  | { type: "database"; name: string; fields: string[] }
  | { type: "search"; name: string; searchField: string; filterFields: string[] };

export interface IndexChanges {
  added: IndexChange[];
  removed: IndexChange[];
}

export interface PreparedPush {
  /** Names this preparation; `activatePush` takes it back. */
  id: string;
  /** By definition path. */
  definitions: Record<string, PushAnalysis>;
  app: ComponentNode;
  /** What the push changes of the indexes, by component path. */
  indexes: Record<string, IndexChanges>;
  importNow: number;
  importSeed: Uint8Array;
}

export type SchemaCheck =
  | { kind: "complete" }
  | { kind: "failed"; componentPath: string; tableName: string; error: string };

export interface ComponentChanges {
  /** `remounted`: with the data of an earlier time. `unmounted`: its data stays and is not served. */
  kind: "created" | "modified" | "unmounted" | "remounted";
  modules: { added: string[]; removed: string[] };
  crons: { added: string[]; updated: string[]; deleted: string[] };
}

/** By component path. */
export type ActivatedPush = Record<string, ComponentChanges>;

/** A finished export, to be fetched. */
export interface ExportFile {
  name: string;
  size: number;
  open(): Readable;
}

export interface ExportService {
  /** Resolves when it has begun. Throws RequestError 400 while another is being made. */
  request(includeStorage: boolean): Promise<void>;
  /** By the timestamp of its snapshot, in nanoseconds. */
  open(ts: string): Promise<ExportFile | null>;
}

export type ImportMode = "requireEmpty" | "append" | "replace" | "replaceAll";

export type ImportFormat = { kind: "zip" } | { kind: "csv" | "jsonLines" | "jsonArray"; tableName: string };

export interface ImportRequest {
  format: ImportFormat;
  mode: ImportMode;
  /** The path of a component, empty for the app's own tables. */
  component: string;
}

/** Each throws RequestError 400 for what it does not know. */
export interface ImportService {
  /** Returns the token by which the other calls name the upload. */
  startUpload(): Promise<string>;
  /** Reads the body to its end; returns what names the part. */
  uploadPart(token: string, number: number, body: Readable): Promise<string>;
  /** Returns the id of the import, which now waits for what it would change to be confirmed. */
  finishUpload(token: string, parts: readonly string[], request: ImportRequest): Promise<string>;
  perform(importId: string): Promise<void>;
}

export interface EnvChange {
  name: string;
  /** Null takes the variable away. */
  value: string | null;
}

/** Who runs a deployment may know more of its variables than the engine does. */
export interface EnvGuard {
  /** Why a change may not be; null where it may. */
  objection(changes: EnvChange[]): Promise<string | null>;
  /** After a change. */
  changed(): Promise<void>;
}

export interface Application {
  readonly instanceName: string;
  readonly exports: ExportService;
  readonly imports: ImportService;
  /**
   * From the value of an Authorization header; no header: anonymous. Throws RequestError: 401 when the credential is
   * refused, 503 when it is a token whose provider cannot be asked for its keys.
   */
  authenticate(authorization: string | undefined): Promise<Caller>;
  /** Constant-time; takes the `adminKey` of a deploy request's body or query. */
  isAdminKey(key: string): boolean;

  /** Where the deployment is a provider for development, what it publishes; elsewhere null. */
  signInDocuments(): Promise<SignInDocuments | null>;
  /** As if this person had signed in. Throws RequestError with why the deployment gives no tokens. */
  signIn(person: Person): Promise<IssuedToken>;

  call(call: FunctionCall): Promise<FunctionResult>;
  /** A client that sends a mutation again, since it lost the answer, is told what came of it the first time. */
  mutate(call: ClientMutation): Promise<MutationResult>;
  /** What is committed now, for queries that are to see the same state. */
  openView(): QueryView;
  /** The timestamp of the last commit: later than any that a client has seen, unless the data has been put back. */
  committedTs(): bigint;
  callHttpAction(request: Request, caller: Caller, client: ClientRequest): Promise<HttpActionResult>;

  /** Reads the body to its end. Throws RequestError when the token is unknown or the digest differs. */
  uploadFile(
    token: string,
    body: Readable,
    contentType: string | null,
    sha256: string | null,
  ): Promise<{ storageId: string }>;
  /** By the uuid of a file's URL. */
  openFile(uuid: string): Promise<StoredFile | null>;

  /** Evaluates everything and changes nothing. Throws RequestError 400 with what is wrong. */
  preparePush(definitions: PushedDefinition[]): Promise<PreparedPush>;
  /** Do the documents that exist fit the pushed schema? */
  checkSchema(pushId: string): Promise<SchemaCheck>;
  /** Swaps code, schema, indexes, crons and auth in one transaction, or throws and leaves everything as it was. */
  activatePush(pushId: string): Promise<ActivatedPush>;

  listEnv(): { name: string; value: string }[];
  /** null removes. All or nothing. */
  changeEnv(changes: EnvChange[]): Promise<void>;
  /** Has each change of the variables, whoever asks for it, looked at by `guard` from then on. */
  guardEnv(guard: EnvGuard): void;

  /** Entries newer than `cursor` (epoch ms), waiting up to `waitMs` for the first one. */
  readLogs(cursor: number, waitMs: number, signal: AbortSignal): Promise<{ entries: LogEntry[]; newCursor: number }>;

  /** Refuses new work, waits for what is in flight, at most `graceMs`. */
  close(graceMs: number): Promise<void>;
}
