// Lists the public functions of a component as a tree by the parts of their modules' paths. The command line generates
// the types of `components` from it.
import type { PushAnalysis } from "../../runtime/contract";
import type { JsonObject } from "../../value/json";

interface Branch {
  kind: "branch";
  children: Map<string, Branch | Leaf>;
}

interface Leaf {
  kind: "leaf";
  /** The address of the function, as `folder/module:function`. */
  udfPath: string;
}

export function publicFunctions({ modules }: PushAnalysis): Branch {
  const root: Branch = { kind: "branch", children: new Map() };
  for (const { path, functions } of modules) {
    const modulePath = path.replace(/\.js$/, "");
    for (const { name, visibility } of functions) {
      if (visibility === "public") branchAt(root, modulePath.split("/")).set(name, leaf(`${modulePath}:${name}`));
    }
  }
  return root;
}

function leaf(udfPath: string): Leaf {
  return { kind: "leaf", udfPath };
}

function branchAt(root: Branch, parts: string[]): Branch["children"] {
  let branch = root;
  for (const part of parts) {
    const next = branch.children.get(part);
    const child: Branch = next?.kind === "branch" ? next : { kind: "branch", children: new Map() };
    branch.children.set(part, child);
    branch = child;
  }
  return branch.children;
}

/** The form that definitions use: references within the component. */
export function exportedBranch({ children }: Branch): JsonObject {
  const branch = [...children].map(([name, child]) => [
    name,
    child.kind === "branch" ? exportedBranch(child) : { type: "leaf", leaf: `_reference/function/${child.udfPath}` },
  ]);
  return { type: "branch", branch };
}

/** The form that instances use: functions of the named component. */
export function checkedExports(component: string, { children }: Branch): JsonObject {
  return Object.fromEntries(
    [...children].map(([name, child]) => [
      name,
      child.kind === "branch"
        ? { type: "branch", children: checkedExports(component, child) }
        : { type: "leaf", resource: { type: "function", path: { component, udfPath: child.udfPath } } },
    ]),
  );
}
