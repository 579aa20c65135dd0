// What every running function carries with it, and the answers that queries, mutations and actions share.
import type { Usage } from "../../database/limits";
import type { LogLine } from "../../runtime/contract";
import { FunctionError } from "../../value/functionError";
import { isJsonObject, type Json, type JsonObject } from "../../value/json";
import type { Caller, ClientRequest } from "../contract";
import type { Deployment, RegisteredFunction } from "../deployment";
import { clientPath, parseFunctionPath, type FunctionPath } from "../functionPath";
import type { Services } from "../services";

/** Shared by a call and everything it calls in turn. */
export interface CallContext {
  readonly deployment: Deployment;
  readonly caller: Caller;
  readonly client: ClientRequest;
  readonly lines: LogLine[];
  /** Of each transaction so far, those included that were undone. */
  readonly usages: Usage[];
  /** The scheduled job that this call runs, if it does. */
  readonly jobId: string | null;
}

export interface Scope {
  readonly services: Services;
  readonly context: CallContext;
  /** null: the HTTP router. */
  readonly current: RegisteredFunction | null;
  readonly depth: number;
  /** The function learns something that is in no read set. */
  dependOnMoreThanReads(): void;
}

/** The app's own tables; components will have others. */
export const rootComponent = "";

export type SharedCall = (scope: Scope, args: JsonObject) => string;

export const sharedCalls: Record<string, SharedCall> = {
  "1.0/getUserIdentity": (scope) => {
    scope.dependOnMoreThanReads();
    return JSON.stringify(identityOf(scope.context.caller));
  },
  "1.0/createFunctionHandle": (scope, args) => JSON.stringify(scope.services.handles.create(addressOf(scope, args))),
  "1.0/getFunctionMetadata": ({ current }) =>
    JSON.stringify({ name: current === null ? "http:default" : clientPath(current.path), componentPath: "" }),
  "1.0/getDeploymentMetadata": ({ services }) =>
    JSON.stringify({ name: services.instanceName, region: null, class: "embedded" }),
  "1.0/componentArgument": () => JSON.stringify({}),
  "1.0/auditLog": ({ context, services }, args) => {
    context.lines.push({ level: "INFO", at: services.now(), message: `audit ${JSON.stringify(args["body"] ?? null)}` });
    return "null";
  },
};

export const requestMetadata: SharedCall = ({ context }) => {
  const { caller, client, jobId } = context;
  const authToken = caller.kind === "user" ? caller.token : null;
  return JSON.stringify({ ...client, scheduledFunctionId: jobId, authToken });
};

function identityOf(caller: Caller): JsonObject | null {
  switch (caller.kind) {
    case "anonymous":
      return null;
    case "user":
      return caller.identity;
    case "admin":
      return caller.actingAs;
  }
}

/** The function a system call names, by path or by handle. */
export function addressOf(scope: Scope, args: JsonObject): FunctionPath {
  const { name, functionHandle, reference } = args;
  if (typeof functionHandle === "string") return scope.services.handles.resolve(functionHandle);
  if (typeof name === "string") return parseFunctionPath(name);
  throw new FunctionError(
    "ComponentNotFound",
    `Component reference ${JSON.stringify(reference ?? null)} cannot be resolved.`,
  );
}

export function parseArguments(text: string): JsonObject {
  const args = JSON.parse(text) as Json;
  if (!isJsonObject(args)) throw new FunctionError("InvalidArgument", "System calls take an object.");
  return args;
}

export function textOf(args: JsonObject, name: string): string {
  const value = args[name];
  if (typeof value === "string") return value;
  throw new FunctionError("InvalidArgument", `Invalid argument \`${name}\`: expected a string.`);
}

export function unknownOperation(op: string): FunctionError {
  return new FunctionError("UnknownOperation", `Unknown async operation ${op}`);
}
