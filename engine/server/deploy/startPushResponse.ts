// The answer to `start_push`. The command line makes `_generated` from it and sends it back to `finish_push`.
import type { ComponentNode, PreparedPush } from "../../application/contract";
import type {
  AnalyzedFunction,
  AnalyzedModule,
  AuthProvider,
  FunctionKind,
  PushAnalysis,
} from "../../runtime/contract";
import { isJsonObject, type Json, type JsonObject } from "../../value/json";
import { checkedExports, exportedBranch, publicFunctions } from "./componentExports";
import { schemaChangeOf } from "./schemaChange";

export function startPushResponse(push: PreparedPush, serverVersion: string): JsonObject {
  const { definitions, app } = push;
  const analysis = ([path, of]: [string, PushAnalysis]): [string, JsonObject] => [
    path,
    {
      definition: definitionOf(path, of),
      schema: of.rawSchema,
      functions: Object.fromEntries(of.modules.map((module) => [module.path, moduleInfo(module)])),
      udfConfig: udfConfig(push, serverVersion),
    },
  ];
  return {
    environmentVariables: {},
    externalDepsId: null,
    componentDefinitionPackages: {},
    appAuth: app.analysis.auth.map(authInfo),
    analysis: Object.fromEntries(Object.entries(definitions).map(analysis)),
    app: checkedComponent(app),
    schemaChange: schemaChangeOf(push),
  };
}

/** If an app's convex.config.js defines nothing, the app still needs the definition of an app. */
function definitionOf(path: string, analysis: PushAnalysis): JsonObject {
  const defaults: JsonObject = { definitionType: { type: "app" }, childComponents: [], httpMounts: {} };
  const own = isJsonObject(analysis.definition) ? analysis.definition : {};
  const exports: Json = path === "" ? { type: "branch", branch: [] } : exportedBranch(publicFunctions(analysis));
  return { ...defaults, ...own, exports, path };
}

function checkedComponent(node: ComponentNode): JsonObject {
  const children = [...node.children].map(([name, child]): [string, JsonObject] => [name, checkedComponent(child)]);
  return {
    definitionPath: node.definitionPath,
    componentPath: node.path,
    args: {},
    childComponents: Object.fromEntries(children),
    httpRoutes: { httpModuleRoutes: httpRoutesOf(node.analysis), mounts: [...node.mounts.keys()] },
    exports: node.path === "" ? {} : checkedExports(node.path, publicFunctions(node.analysis)),
  };
}

function authInfo(provider: AuthProvider): JsonObject {
  if (!("type" in provider)) return { domain: provider.domain, applicationID: provider.applicationID };
  const { type, issuer, jwks, algorithm, applicationID } = provider;
  return { type, issuer, jwks, algorithm, applicationID: applicationID ?? null };
}

function moduleInfo(module: AnalyzedModule): JsonObject {
  return {
    functions: module.functions.map((fn) => functionInfo(module.path, fn)),
    httpRoutes: module.httpRoutes === null ? null : module.httpRoutes.map(routeInfo),
    cronSpecs: module.crons === null ? null : Object.keys(module.crons),
    sourceMapped: null,
  };
}

const UDF_TYPES: Record<FunctionKind, string> = { query: "Query", mutation: "Mutation", action: "Action" };

function functionInfo(path: string, fn: AnalyzedFunction): JsonObject {
  return {
    name: fn.name,
    pos: fn.line === null ? null : { path, start_lineno: fn.line, start_col: 0 },
    udfType: UDF_TYPES[fn.kind],
    visibility: { kind: fn.visibility },
    args: fn.args === null ? null : JSON.stringify(fn.args),
    returns: fn.returns === null ? null : JSON.stringify(fn.returns),
  };
}

function routeInfo([path, method]: [string, string]): JsonObject {
  return { path, method };
}

function httpRoutesOf(analysis: PushAnalysis): Json {
  const http = analysis.modules.find((module) => module.httpRoutes !== null);
  return http?.httpRoutes?.map(routeInfo) ?? null;
}

/** Seed and clock, encoded as Convex values: bytes, and nanoseconds as a 64-bit integer. */
function udfConfig(push: PreparedPush, serverVersion: string): JsonObject {
  const nanoseconds = Buffer.alloc(8);
  nanoseconds.writeBigInt64LE(BigInt(Math.floor(push.importNow)) * 1_000_000n);
  return {
    serverVersion,
    importPhaseRngSeed: { $bytes: Buffer.from(push.importSeed).toString("base64") },
    importPhaseUnixTimestamp: { $integer: nanoseconds.toString("base64") },
  };
}
