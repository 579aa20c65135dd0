// Finds the function that a system call means: by name in the caller's own component, by reference in a child
// component, or by a handle in any component.
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

/** A handle stays valid over pushes, but its component may be gone. */
function resolveHandle(deployment: Deployment, handles: FunctionHandles, handle: string): FunctionAddress {
  const { componentPath, path } = handles.resolve(handle);
  const component = deployment.components.get(componentPath);
  if (component === undefined) throw new FunctionError("FunctionHandleNotFound", "Function handle not found");
  return { component, path };
}

/** A parent can reach only the public functions of its own children. */
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
