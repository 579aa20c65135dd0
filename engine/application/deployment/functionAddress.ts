// Which function a system call means: one of its own component by name, any by a handle, one of a child by reference.
import { FunctionError } from "../../value/functionError";
import type { JsonObject } from "../../value/json";
import type { Component, Deployment, FunctionAddress } from "./deployment";
import { canonicalPath, parseFunctionPath, type FunctionHandles } from "./functionPath";

const childPrefix = "_reference/childComponent/";

export function resolveAddress(
  component: Component,
  deployment: Deployment,
  handles: FunctionHandles,
  { name, functionHandle, reference }: JsonObject,
): FunctionAddress {
  if (typeof name === "string") return { component, path: parseFunctionPath(name) };
  if (typeof functionHandle === "string") return resolveHandle(deployment, handles, functionHandle);
  if (typeof reference === "string" && reference.startsWith(childPrefix)) {
    return resolveChild(component, reference.slice(childPrefix.length).split("/"));
  }
  throw new FunctionError(
    "InvalidReference",
    `Component reference ${JSON.stringify(reference ?? null)} cannot be resolved.`,
  );
}

/** A handle outlives pushes; its component may not. */
function resolveHandle(deployment: Deployment, handles: FunctionHandles, handle: string): FunctionAddress {
  const { componentPath, path } = handles.resolve(handle);
  const component = deployment.components.get(componentPath);
  if (component === undefined) throw new FunctionError("FunctionHandleNotFound", "Function handle not found");
  return { component, path };
}

/** A parent reaches its children's public functions only, and nobody else's. */
function resolveChild(parent: Component, [name = "", ...exported]: string[]): FunctionAddress {
  const component = parent.children.get(name);
  if (component === undefined) {
    throw new FunctionError("InvalidReference", `Child component ${JSON.stringify(name)} not found`);
  }
  const path = { modulePath: `${exported.slice(0, -1).join("/")}.js`, exportName: exported.at(-1) ?? "" };
  if (component.functions.get(canonicalPath(path))?.visibility === "public") return { component, path };
  throw new FunctionError(
    "InvalidReference",
    `Child component ${JSON.stringify(name)} does not export ${JSON.stringify(exported)}`,
  );
}
