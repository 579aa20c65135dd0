// Evaluates the definitions of a push, each after those that it imports. An import of another component's
// convex.config.js returns what `use` needs to know of it.
import { analyzePush, type AnalysisEnvironment } from "../../runtime/analyze";
import { compileModules } from "../../runtime/compile";
import type { CompiledModule, PushAnalysis } from "../../runtime/contract";
import { isJsonObject } from "../../value/json";
import { RequestError, type PushedDefinition } from "../contract";
import { checkFunctionNames, checkModulePath } from "./nameRules";
import { checkValidators } from "./validatorRules";

export interface EvaluatedDefinition extends PushedDefinition {
  compiled: CompiledModule[];
  analysis: PushAnalysis;
}

/** The path of the app's own definition. */
export const appDefinition = "";

/** Throws FunctionError or RequestError that says what is wrong in a definition. */
export async function evaluateDefinitions(
  definitions: PushedDefinition[],
  environment: AnalysisEnvironment,
): Promise<EvaluatedDefinition[]> {
  const evaluated = new Map<string, EvaluatedDefinition>();
  for (const definition of dependenciesFirst(definitions)) {
    for (const module of definition.modules) checkModulePath(module.path);
    const compiled = await compileModules(definition.modules);
    const imports = definition.dependencies.map((path) => importedDefinition(path, evaluated.get(path)?.analysis));
    // Variables belong to a mounted instance, and a definition may have no instance or many.
    const seen = definition.path === appDefinition ? environment : { ...environment, readEnv: () => undefined };
    const analysis = await analyzePush([...compiled, ...imports], seen);
    checkFunctionNames(analysis);
    checkValidators(analysis);
    evaluated.set(definition.path, { ...definition, compiled, analysis });
  }
  return [...evaluated.values()];
}

function dependenciesFirst(definitions: PushedDefinition[]): PushedDefinition[] {
  const byPath = new Map(definitions.map((definition) => [definition.path, definition]));
  const ordered = new Set<PushedDefinition>();
  const add = (definition: PushedDefinition, importers: string[]): void => {
    if (ordered.has(definition)) return;
    if (importers.includes(definition.path)) {
      throw invalid(`The component ${definition.path} is a component of itself.`);
    }
    for (const path of definition.dependencies) {
      const dependency = byPath.get(path);
      if (dependency === undefined) throw invalid(`The component definition ${path} was not pushed.`);
      add(dependency, [...importers, definition.path]);
    }
    ordered.add(definition);
  };
  for (const definition of definitions) add(definition, []);
  return [...ordered];
}

/** Returns the module that an import of `./_componentDeps/<base64url of the path>` finds. */
function importedDefinition(path: string, analysis: PushAnalysis | undefined): CompiledModule {
  const defaultExport = { componentDefinitionPath: path, defaultName: definitionName(analysis) };
  return {
    path: `_componentDeps/${Buffer.from(path).toString("base64url")}`,
    code: `exports.__esModule = true; exports.default = ${JSON.stringify(defaultExport)};`,
    map: null,
  };
}

function definitionName(analysis: PushAnalysis | undefined): string | null {
  const type = isJsonObject(analysis?.definition) ? analysis.definition["definitionType"] : undefined;
  const name = isJsonObject(type) ? type["name"] : undefined;
  return typeof name === "string" ? name : null;
}

function invalid(message: string): RequestError {
  return new RequestError(400, "InvalidComponents", message);
}
