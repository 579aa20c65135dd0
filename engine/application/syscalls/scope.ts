// What every running function carries with it, and the answers that queries, mutations and actions share.
import type { Usage } from "../../database/limits";
import type { LogLine } from "../../runtime/contract";
import { checkConvexJson, MAX_VALUE_NESTING } from "../../value/check";
import { FunctionError } from "../../value/functionError";
import { isJsonObject, type Json, type JsonObject } from "../../value/json";
import { identityOf, type Caller, type ClientRequest } from "../contract";
import {
  findAny,
  type Component,
  type Deployment,
  type FunctionAddress,
  type RegisteredFunction,
} from "../deployment/deployment";
import { resolveAddress } from "../deployment/functionAddress";
import { shortPath } from "../deployment/functionPath";
import type { JobReference } from "../jobs/jobs";
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
  readonly job: JobReference | null;
}

export interface Scope {
  readonly services: Services;
  readonly context: CallContext;
  /** Whose tables, jobs, files and variables it sees. */
  readonly component: Component;
  /** null: the HTTP router. */
  readonly current: RegisteredFunction | null;
  readonly depth: number;
  /** The function learns who calls it. */
  lookAtCaller(): void;
}

/** The path of the app itself, whose tables, jobs and files are its own as those of every component are. */
export const rootComponent = "";

export type SharedCall = (scope: Scope, args: JsonObject) => string;

export const sharedCalls: Record<string, SharedCall> = {
  "1.0/getUserIdentity": (scope) => {
    // In a component nobody is known.
    if (scope.component.path !== rootComponent) return "null";
    scope.lookAtCaller();
    return JSON.stringify(identityOf(scope.context.caller));
  },
  "1.0/createFunctionHandle": (scope, args) => {
    const { component, path } = findAny(addressOf(scope, args));
    return JSON.stringify(scope.services.handles.create(component.path, path));
  },
  "1.0/getFunctionMetadata": ({ current, component }) =>
    JSON.stringify({
      name: current === null ? "http" : shortPath(current.path),
      componentPath: component.path,
    }),
  "1.0/getDeploymentMetadata": ({ services }) =>
    JSON.stringify({ name: services.instanceName, region: null, class: "embedded" }),
  "1.0/componentArgument": () => JSON.stringify({}),
  "1.0/auditLog": ({ context, services }, args) => {
    context.lines.push({ level: "INFO", at: services.now(), message: `audit ${JSON.stringify(args["body"] ?? null)}` });
    return "null";
  },
};

export const requestMetadata: SharedCall = ({ context }) => {
  const { caller, client, job } = context;
  const authToken = caller.kind === "user" ? caller.token : null;
  return JSON.stringify({ ...client, scheduledFunctionId: job?.id ?? null, authToken });
};

/** The function a system call names. */
export function addressOf({ component, context, services }: Scope, args: JsonObject): FunctionAddress {
  return resolveAddress(component, context.deployment, services.handles, args);
}

/** Who called does not follow a call across the border of a component, be it inwards or back. */
export function contextIn(component: Component, from: Component, context: CallContext): CallContext {
  if (component === from) return context;
  const caller: Caller = context.caller.kind === "admin" ? { kind: "admin", actingAs: null } : { kind: "anonymous" };
  return { ...context, caller };
}

export function parseArguments(text: string): JsonObject {
  const args = JSON.parse(text) as Json;
  if (!isJsonObject(args)) throw new FunctionError("InvalidArgument", "System calls take an object.");
  return args;
}

/** What a function passes to another, or to the scheduler: held to the bounds of what clients pass. */
export function passedArguments(args: JsonObject): Json {
  return checkConvexJson(args["args"] ?? null, { maxNesting: MAX_VALUE_NESTING });
}

export function textOf(args: JsonObject, name: string): string {
  const value = args[name];
  if (typeof value === "string") return value;
  throw new FunctionError("InvalidArgument", `Invalid argument \`${name}\`: expected a string.`);
}

export function unknownOperation(op: string): FunctionError {
  return new FunctionError("UnknownOperation", `Unknown async operation ${op}`);
}
