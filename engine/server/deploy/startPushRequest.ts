// Reads the code of a push, as `npx convex` sends it to `start_push`, `evaluate_push` and `evaluate_schema`.
import type { PushedDefinition } from "../../application/contract";
import type { ModuleSource } from "../../runtime/contract";
import type { JsonObject } from "../../value/json";
import { invalid, objectField, objectsField, stringField } from "../jsonReader";

/** Reads the definitions of a push. The app's own definition comes first. */
export function readDefinitions(request: JsonObject): PushedDefinition[] {
  const app = objectField(request, "appDefinition");
  if (objectsField(app, "unchangedModuleHashes").length > 0) {
    throw invalid("Every module must be sent: this deployment answers get_config_hashes with none.");
  }
  return [
    readDefinition("", app, "changedModules"),
    ...objectsField(request, "componentDefinitions").map((component) =>
      readDefinition(stringField(component, "definitionPath"), component, "functions"),
    ),
  ];
}

/** Puts functions, schema (`schema.js`) and definition (`convex.config.js`) into one list of modules. */
function readDefinition(path: string, definition: JsonObject, functions: string): PushedDefinition {
  const modules = objectsField(definition, functions).map(readModule);
  for (const name of ["definition", "schema"]) {
    if (definition[name] !== null && definition[name] !== undefined) {
      modules.push(readModule(objectField(definition, name)));
    }
  }
  refuseTwice(modules);
  return { path, dependencies: stringsField(definition, "dependencies"), modules };
}

function stringsField(object: JsonObject, field: string): string[] {
  const value = object[field];
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  throw invalid(`"${field}" must be a list of strings.`);
}

function readModule(module: JsonObject): ModuleSource {
  const sourceMap = module["sourceMap"] ?? null;
  if (sourceMap !== null && typeof sourceMap !== "string") throw invalid('"sourceMap" must be a string.');
  const path = stringField(module, "path");
  return { path, source: stringField(module, "source"), sourceMap, environment: readEnvironment(module) };
}

function readEnvironment(module: JsonObject): ModuleSource["environment"] {
  const environment = module["environment"];
  if (environment === "isolate" || environment === "node") return environment;
  throw invalid('"environment" must be "isolate" or "node".');
}

function refuseTwice(modules: ModuleSource[]): void {
  const paths = new Set<string>();
  for (const { path } of modules) {
    if (paths.has(path)) throw invalid(`The module ${path} was sent twice.`);
    paths.add(path);
  }
}
