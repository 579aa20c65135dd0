// The state that every running function has, and the system calls that queries, mutations and actions share.
import type { Database } from "../../database/database";
import type { Usage } from "../../database/limits";
import type { Transaction } from "../../database/transaction";
import type { TransactionStart } from "../../database/mutations";
import type { LogLine } from "../../runtime/contract";
import { checkConvexJson, MAX_VALUE_NESTING } from "../../value/check";
import { FunctionError } from "../../value/functionError";
import { isJsonObject, type Json, type JsonObject } from "../../value/json";
import { identityOf, type CallCounts, type Caller, type ClientRequest } from "../contract";
import {
  findAny,
  type Component,
  type Deployment,
  type FunctionAddress,
  type FunctionInvocation,
  type RegisteredFunction,
} from "../deployment/deployment";
import { resolveAddress } from "../deployment/functionAddress";
import { shortPath, type FunctionHandles } from "../deployment/functionPath";
import type { FileStore } from "../files/fileStore";
import type { JobReference } from "../jobs/jobs";
import type { CursorCipher } from "./cursorCipher";

/** The data that a function call shares with all calls that it makes. */
export interface CallContext {
  readonly deployment: Deployment;
  readonly caller: Caller;
  readonly client: ClientRequest;
  readonly lines: LogLine[];
  /** What each transaction of this call has read and written so far, also those that were rolled back. */
  readonly usages: Usage[];
  readonly calls: CallCounts;
  /** The scheduled job that this call runs, if any. */
  readonly job: JobReference | null;
}

export interface Scope {
  readonly parts: SyscallParts;
  readonly context: CallContext;
  /** The component whose tables, jobs, files and variables the function sees. */
  readonly component: Component;
  /** The function that runs. null: the HTTP router. */
  readonly current: RegisteredFunction | null;
  readonly depth: number;
  /** Called when the function reads its caller's identity. */
  recordCallerRead(): void;
}

/** A result of a query. It can say when something that the query read has been written. */
export interface WatchableResult {
  watch(onStale: () => void): () => void;
}

/** The state of an action. */
export interface ActionScope extends Scope {
  /** The result of the query that the action ran last. It is what the action waits for. */
  lastQuery: WatchableResult | null;
}

/** The state of a query or mutation. */
export interface TransactionScope extends Scope {
  readonly transaction: Transaction;
  /** Returns clock and seed for a function that this one calls. */
  startOfNested(): TransactionStart;
}

/** The parts that answer system calls. All running functions share them. */
export interface SyscallParts {
  readonly instanceName: string;
  readonly now: () => number;
  readonly database: Database;
  readonly files: FileStore;
  readonly handles: FunctionHandles;
  readonly cursors: CursorCipher;
  /** Called after the commit of something that is due at this time (epoch ms). */
  readonly wake: (at: number) => void;
  readonly runner: InnerRunner;
}

/** Runs functions that are called by other functions. */
export interface InnerRunner {
  /** Runs ctx.runQuery of an action. `text` is its arguments. `read` parses a text that is not known. */
  queryFromAction(from: ActionScope, text: string, read: () => FunctionInvocation): string | Promise<string>;
  /** Runs a function that an action calls. */
  fromAction(from: Scope, call: FunctionInvocation): string | Promise<string>;
  /** Runs ctx.runQuery and ctx.runMutation of a query or mutation. */
  nested(from: TransactionScope, call: FunctionInvocation): Promise<string>;
  /** Runs a query that sees the last committed state instead of the caller's own writes. */
  staleQuery(from: Scope, call: FunctionInvocation): Promise<string>;
}

/** The path of the app itself. Like every component, the app has its own tables, jobs and files. */
export const rootComponent = "";

export type SharedCall = (scope: Scope, args: JsonObject) => string;

export const sharedCalls: Record<string, SharedCall> = {
  "1.0/getUserIdentity": (scope) => {
    // Functions of a component do not see the caller's identity.
    if (scope.component.path !== rootComponent) return "null";
    scope.recordCallerRead();
    return JSON.stringify(identityOf(scope.context.caller));
  },
  "1.0/createFunctionHandle": (scope, args) => {
    const { component, path } = findAny(addressOf(scope, args));
    return JSON.stringify(scope.parts.handles.create(component.path, path));
  },
  "1.0/getFunctionMetadata": ({ current, component }) =>
    JSON.stringify({
      name: current === null ? "http" : shortPath(current.path),
      componentPath: component.path,
    }),
  "1.0/getDeploymentMetadata": ({ parts }) =>
    JSON.stringify({ name: parts.instanceName, region: null, class: "embedded" }),
  "1.0/componentArgument": () => JSON.stringify({}),
  "1.0/auditLog": ({ context, parts }, args) => {
    context.lines.push({ level: "INFO", at: parts.now(), message: `audit ${JSON.stringify(args["body"] ?? null)}` });
    return "null";
  },
};

export const requestMetadata: SharedCall = ({ context }) => {
  const { caller, client, job } = context;
  const authToken = caller.kind === "user" ? caller.token : null;
  return JSON.stringify({ ...client, scheduledFunctionId: job?.id ?? null, authToken });
};

/** Finds the function that a system call names. */
export function addressOf({ component, context, parts }: Scope, args: JsonObject): FunctionAddress {
  return resolveAddress(component, context.deployment, parts.handles, args);
}

/** The caller's identity does not cross the border of a component, neither inwards nor back. */
export function contextIn(component: Component, from: Component, context: CallContext): CallContext {
  if (component === from) return context;
  const caller: Caller = context.caller.kind === "admin" ? { kind: "admin", actingAs: null } : { kind: "anonymous" };
  return { ...context, caller };
}

export function argumentsOf(args: string | JsonObject): JsonObject {
  return typeof args === "string" ? parseArguments(args) : args;
}

export function parseArguments(text: string): JsonObject {
  const args = JSON.parse(text) as Json;
  if (!isJsonObject(args))
    throw new FunctionError("InvalidArgument", "The arguments of a system call must be an object.");
  return args;
}

/**
 * Arguments that a function passes to another function or to the scheduler have the same bounds as those of clients.
 * Only what a mutation calls in its own transaction may get the placeholder of the commit's timestamp.
 */
export function passedArguments(args: JsonObject, mayHoldCommitTs = false): Json {
  return checkConvexJson(args["args"] ?? null, { maxNesting: MAX_VALUE_NESTING, mayHoldCommitTs });
}

export function textOf(args: JsonObject, name: string): string {
  const value = args[name];
  if (typeof value === "string") return value;
  throw new FunctionError("InvalidArgument", `Invalid argument \`${name}\`: expected a string.`);
}

export function unknownOperation(op: string): FunctionError {
  return new FunctionError("UnknownOperation", `Unknown async operation ${op}`);
}
