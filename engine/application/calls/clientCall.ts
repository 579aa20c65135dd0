// Turns a client's request into a checked call: the function, its arguments, and the context of the call.
import type { FunctionKind } from "../../runtime/contract";
import { checkConvexJson, MAX_VALUE_NESTING } from "../../value/check";
import { RequestError, type FunctionCall } from "../contract";
import {
  checkKind,
  findComponent,
  findPublic,
  type Deployment,
  type FunctionInvocation,
} from "../deployment/deployment";
import { noCalls } from "../syscalls/callCounts";
import type { CallContext } from "../syscalls/scope";
import { findSystemQuery } from "../system/systemQueries";

type Asked = Omit<FunctionCall, "kind">;

/** Throws a FunctionError when this caller can see no such function, or when the arguments are not a Convex value. */
export function invocationOf(deployment: Deployment, call: Asked, kind: FunctionKind | "any"): FunctionInvocation {
  const component = findComponent(deployment, componentPathOf(call));
  const isAdmin = call.caller.kind === "admin";
  const callee = (isAdmin && findSystemQuery(component, call.path)) || findPublic(component, call.path, isAdmin);
  if (kind !== "any") checkKind(callee, kind);
  return { callee, args: checkConvexJson(call.args, { maxNesting: MAX_VALUE_NESTING, mayHoldCommitTs: false }) };
}

export function contextOf(deployment: Deployment, { caller, request }: Pick<Asked, "caller" | "request">): CallContext {
  return { deployment, caller, client: request, lines: [], usages: [], calls: noCalls(), job: null };
}

/** Clients reach components through the app. Only an admin may name a component directly. */
function componentPathOf({ componentPath = "", caller }: Asked): string {
  if (componentPath === "" || caller.kind === "admin") return componentPath;
  throw new RequestError(403, "Forbidden", "Only an admin may call the functions of a component.");
}
