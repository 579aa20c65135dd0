// Builds the serving deployment from what was pushed. Each component gets contexts, functions and variables of its own.
import type { Program, PushAnalysis } from "../../runtime/contract";
import type { ComponentNode } from "../contract";
import type { Component, Deployment, RegisteredFunction } from "./deployment";
import type { Environment } from "./environment";
import { canonicalPath, clientPath } from "./functionPath";

export interface MountingParts {
  environment: Environment;
  /** Returns a program with contexts of its own for a component of this definition. */
  programOf(definitionPath: string): Program;
}

export function mountComponents(app: ComponentNode, parts: MountingParts): Deployment {
  const components = new Map<string, Component>();
  const { environment } = parts;
  const mounted = mount(app, parts, components, (name) => environment.read(name), "");
  return { app: mounted, components, environment };
}

/** `httpPrefix` is the path on the site below which the component is reached, without the slash at the end. */
function mount(
  node: ComponentNode,
  parts: MountingParts,
  components: Map<string, Component>,
  readEnv: (name: string) => string | undefined,
  httpPrefix: string,
): Component {
  const children = new Map<string, Component>();
  const mounts = new Map<string, Component>();
  const functions = new Map<string, RegisteredFunction>();
  const component: Component = {
    path: node.path,
    program: parts.programOf(node.definitionPath),
    functions,
    children,
    httpRoutes: routesOf(node.analysis),
    schema: node.analysis.rawSchema,
    mounts,
    readEnv,
  };
  components.set(node.path, component);
  register(component, functions, node.analysis);
  const prefixes = new Map([...node.mounts].map(([prefix, name]) => [name, prefix]));
  for (const [name, child] of node.children) {
    const prefix = prefixes.get(name);
    const sitePrefix = httpPrefix + (prefix?.slice(0, -1) ?? "");
    const mounted = mount(child, parts, components, childVariables(child, readEnv, parts, sitePrefix), sitePrefix);
    children.set(name, mounted);
    if (prefix !== undefined) mounts.set(prefix, mounted);
  }
  return component;
}

function routesOf(analysis: PushAnalysis): Component["httpRoutes"] {
  return analysis.modules.find((module) => module.httpRoutes !== null)?.httpRoutes ?? null;
}

function register(component: Component, functions: Map<string, RegisteredFunction>, analysis: PushAnalysis): void {
  for (const module of analysis.modules) {
    for (const analyzed of module.functions) {
      const path = { modulePath: module.path, exportName: analyzed.name };
      const displayName = component.path === "" ? clientPath(path) : `${component.path}|${clientPath(path)}`;
      functions.set(canonicalPath(path), { ...analyzed, component, path, displayName });
    }
  }
}

/** A component sees the variables that it was given and those of the engine, but no others of the deployment. */
function childVariables(
  { env }: ComponentNode,
  readParent: (name: string) => string | undefined,
  { environment }: MountingParts,
  sitePrefix: string,
): (name: string) => string | undefined {
  return (name) => {
    const system = environment.readSystem(name);
    if (system !== undefined) return name === "CONVEX_SITE_URL" ? system + sitePrefix : system;
    const binding = env.get(name);
    switch (binding?.kind) {
      case undefined:
        return undefined;
      case "value":
        return binding.value;
      case "parentVariable":
        return readParent(binding.name);
    }
  };
}
