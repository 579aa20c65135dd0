// Finds the components of the app. The app's convex.config.js names its components, and theirs name further ones.
import type { PushAnalysis } from "../../runtime/contract";
import { isJsonObject, type Json, type JsonObject } from "../../value/json";
import type { ValidatorJson } from "../../value/validatorJson";
import { checkValidator } from "../../value/validate";
import { readValidator } from "../../runtime/validators";
import { RequestError, type ComponentNode, type EnvironmentBinding } from "../contract";
import { appDefinition } from "./definitions";

const childPrefix = "_reference/childComponent/";

/** Throws RequestError 400 when a component is missing, mounted twice, or has the wrong variables. */
export function componentTree(definitions: Record<string, PushAnalysis>): ComponentNode {
  return nodeAt("", appDefinition, new Map(), definitions);
}

/** Returns the app and all its components, parents first. */
export function allComponents(node: ComponentNode): ComponentNode[] {
  return [node, ...[...node.children.values()].flatMap(allComponents)];
}

function nodeAt(
  path: string,
  definitionPath: string,
  env: ReadonlyMap<string, EnvironmentBinding>,
  definitions: Record<string, PushAnalysis>,
): ComponentNode {
  const analysis = definitions[definitionPath];
  if (analysis === undefined) throw invalid(`The component definition ${definitionPath} was not pushed.`);
  checkVariables(path, analysis.definition, env);
  if (isJsonObject(analysis.definition) && analysis.definition["httpPrefix"] !== undefined) {
    throw invalid("defineApp({ httpPrefix }) is not available on this deployment.");
  }
  const children = new Map<string, ComponentNode>();
  for (const child of objectsIn(analysis.definition, "childComponents")) {
    const name = textIn(child, "name");
    const childPath = path === "" ? name : `${path}/${name}`;
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) throw invalid(`"${name}" is not a name for a component.`);
    if (children.has(name)) throw invalid(`There are two components with the name "${childPath}".`);
    children.set(name, nodeAt(childPath, textIn(child, "path"), bindingsOf(child), definitions));
  }
  return { path, definitionPath, analysis, children, mounts: mountsOf(analysis.definition), env };
}

function mountsOf(definition: Json): Map<string, string> {
  const mounts = isJsonObject(definition) ? definition["httpMounts"] : undefined;
  if (!isJsonObject(mounts)) return new Map();
  return new Map(Object.keys(mounts).map((prefix) => [prefix, textIn(mounts, prefix).slice(childPrefix.length)]));
}

function bindingsOf(child: JsonObject): Map<string, EnvironmentBinding> {
  return new Map(
    entriesIn(child, "env").map(([name, binding]): [string, EnvironmentBinding] => {
      if (binding["type"] === "envVar") return [name, { kind: "parentVariable", name: textIn(binding, "name") }];
      return [name, { kind: "value", value: textIn(binding, "value") }];
    }),
  );
}

function checkVariables(path: string, definition: Json, env: ReadonlyMap<string, EnvironmentBinding>): void {
  // The app's own variables are set in the deployment and not by its code.
  if (path === "") return;
  const declared = new Map(entriesIn(definition, "envVars"));
  for (const name of env.keys()) {
    if (!declared.has(name)) throw invalid(`The component "${path}" has no environment variable ${name}.`);
  }
  for (const [name, variable] of declared) {
    const binding = env.get(name);
    if (binding === undefined && variable["optional"] !== true) {
      throw invalid(`The component "${path}" needs the environment variable ${name}.`);
    }
    if (binding?.kind !== "value") continue;
    const problem = checkValidator(validatorOf(variable), binding.value, () => null);
    if (problem !== null) {
      throw invalid(`The environment variable ${name} of the component "${path}" is wrong: ${problem}`);
    }
  }
}

function validatorOf(variable: JsonObject): ValidatorJson {
  return readValidator(JSON.parse(textIn(variable, "value")) as Json);
}

function objectsIn(json: Json, field: string): JsonObject[] {
  const value = isJsonObject(json) ? json[field] : undefined;
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Reads a list of pairs of a name and an object. */
function entriesIn(json: Json, field: string): [string, JsonObject][] {
  const value = isJsonObject(json) ? json[field] : undefined;
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair): [string, JsonObject][] => {
    const [name, of] = Array.isArray(pair) ? pair : [];
    return typeof name === "string" && isJsonObject(of) ? [[name, of]] : [];
  });
}

function textIn(json: JsonObject, field: string): string {
  const value = json[field];
  if (typeof value === "string") return value;
  throw invalid(`A component of convex.config.js has no ${field}.`);
}

function invalid(message: string): RequestError {
  return new RequestError(400, "InvalidComponents", message);
}
