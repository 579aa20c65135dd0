// The modules of a push, as `npx convex` sends them to `start_push`, `evaluate_push` and `evaluate_schema`.
import { RequestError } from "../../application/contract";
import type { ModuleSource } from "../../runtime/contract";
import type { JsonObject } from "../../value/json";
import { invalid, objectField, objectsField, stringField } from "../jsonReader";

/** Functions, schema (`schema.js`) and definition (`convex.config.js`) of the app in one list. */
export function readPushedModules(request: JsonObject): ModuleSource[] {
  const app = objectField(request, "appDefinition");
  if (objectsField(request, "componentDefinitions").length > 0) {
    throw new RequestError(400, "ComponentsNotSupported", "This deployment does not support components yet.");
  }
  if (objectsField(app, "unchangedModuleHashes").length > 0) {
    throw invalid("Every module must be sent: this deployment answers get_config_hashes with none.");
  }
  const modules = objectsField(app, "changedModules").map(readModule);
  for (const name of ["definition", "schema"]) {
    if (app[name] !== null && app[name] !== undefined) modules.push(readModule(objectField(app, name)));
  }
  refuseTwice(modules);
  return modules;
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
