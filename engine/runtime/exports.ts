// Reads what the modules of a push export. Exports are recognised by the properties that the convex package sets on
// them.
import { isJsonObject, type Json, type JsonObject } from "../value/json";
import type { ValidatorJson } from "../value/validatorJson";
import type {
  AnalyzedFunction,
  AnalyzedModule,
  AuthProvider,
  CronSchedule,
  CronSpec,
  FunctionKind,
  IndexDefinition,
  PushAnalysis,
  SchemaDefinition,
  SearchIndexDefinition,
  TableDefinition,
} from "./contract";
import type { ModuleExports } from "./linker";
import { readValidator } from "./validators";

export function analyzeModule(path: string, exports: ModuleExports): AnalyzedModule {
  const functions: AnalyzedFunction[] = [];
  for (const name of Object.keys(exports)) {
    const analyzed = analyzeExport(name, exports[name]);
    if (analyzed) functions.push(analyzed);
  }
  return {
    path,
    functions,
    httpRoutes: path === "http.js" ? httpRoutes(exports["default"]) : null,
    crons: path === "crons.js" ? crons(exports["default"]) : null,
  };
}

function analyzeExport(name: string, exported: unknown): AnalyzedFunction | null {
  if (typeof exported !== "function") return null;
  const kinds = KIND_MARKS.filter(([mark]) => property(exported, mark) === true);
  const [first] = kinds;
  if (!first) return null;
  if (kinds.length > 1)
    throw new Error(`The export ${name} is marked as ${kinds.map(([, kind]) => kind).join(" and ")}.`);
  const isInternal = property(exported, "isInternal") === true;
  if (isInternal && property(exported, "isPublic") === true) {
    throw new Error(`The export ${name} is marked as both public and internal.`);
  }
  return {
    name,
    kind: first[1],
    visibility: isInternal ? "internal" : "public",
    args: validatorOf(exported, "exportArgs"),
    returns: validatorOf(exported, "exportReturns"),
    line: null,
  };
}

const KIND_MARKS: [string, FunctionKind][] = [
  ["isQuery", "query"],
  ["isMutation", "mutation"],
  ["isAction", "action"],
];

function validatorOf(exported: object, method: string): ValidatorJson | null {
  if (typeof property(exported, method) !== "function") return null;
  const json = callForJson(exported, method);
  return json === null ? null : readValidator(json);
}

function httpRoutes(router: unknown): [string, string][] {
  if (property(router, "isRouter") !== true) throw new Error("The default export of http.js must be the router.");
  const routes = call(router, "getRoutes");
  if (!Array.isArray(routes)) throw new Error("The router of http.js lists no routes.");
  return routes.map(([path, method]: unknown[]) => [String(path), String(method)]);
}

function crons(exported: unknown): Record<string, CronSpec> {
  if (property(exported, "isCrons") !== true) throw new Error("The default export of crons.js must be the crons.");
  const json = callForJson(exported, "export");
  if (!isJsonObject(json)) throw new Error("The crons of crons.js cannot be read.");
  return Object.fromEntries(Object.entries(json).map(([identifier, spec]) => [identifier, cronSpec(identifier, spec)]));
}

function cronSpec(identifier: string, spec: Json): CronSpec {
  const { name, args, schedule }: Record<string, Json | undefined> = isJsonObject(spec) ? spec : {};
  if (typeof name !== "string" || !Array.isArray(args) || !isSchedule(schedule)) {
    throw new Error(`The cron "${identifier}" cannot be read.`);
  }
  return { name, args, schedule };
}

/** Checks only the type. The convex package has already checked the other fields. */
function isSchedule(schedule: unknown): schedule is CronSchedule {
  const type = property(schedule, "type");
  return ["interval", "hourly", "daily", "weekly", "monthly", "cron"].some((known) => known === type);
}

export function analyzeSchema(exports: ModuleExports): Pick<PushAnalysis, "schema" | "rawSchema"> {
  const rawSchema = callForJson(exports["default"], "export");
  if (!isJsonObject(rawSchema) || !Array.isArray(rawSchema["tables"])) {
    throw new Error("The default export of schema.js must be the result of defineSchema.");
  }
  const schema: SchemaDefinition = {
    tables: rawSchema["tables"].map(tableDefinition),
    schemaValidation: rawSchema["schemaValidation"] !== false,
  };
  return { schema, rawSchema };
}

function tableDefinition(json: Json): TableDefinition {
  if (!isJsonObject(json) || typeof json["tableName"] !== "string")
    throw new Error("A table of schema.js cannot be read.");
  const { tableName, indexes, searchIndexes, documentType } = json;
  refuseVectorIndexes(tableName, json);
  return {
    tableName,
    indexes: Array.isArray(indexes) ? indexes.map(indexDefinition) : [],
    searchIndexes: Array.isArray(searchIndexes) ? searchIndexes.map(searchIndexDefinition) : [],
    documentType:
      documentType === undefined || documentType === null ? null : withoutSystemFields(readValidator(documentType)),
  };
}

/** Every document has the system fields, so a schema that names them says nothing by it. */
function withoutSystemFields(type: ValidatorJson): ValidatorJson {
  if (type.type === "union") return { ...type, value: type.value.map(withoutSystemFields) };
  if (type.type !== "object") return type;
  return { ...type, value: Object.fromEntries(Object.entries(type.value).filter(([name]) => !name.startsWith("_"))) };
}

function indexDefinition(json: Json): IndexDefinition {
  const { indexDescriptor, fields }: Record<string, Json | undefined> = isJsonObject(json) ? json : {};
  if (typeof indexDescriptor !== "string" || !Array.isArray(fields))
    throw new Error("An index of schema.js cannot be read.");
  return { indexDescriptor, fields: fields.map(String) };
}

function searchIndexDefinition(json: Json): SearchIndexDefinition {
  const { indexDescriptor, searchField, filterFields }: Record<string, Json | undefined> = isJsonObject(json)
    ? json
    : {};
  if (typeof indexDescriptor !== "string" || typeof searchField !== "string" || !Array.isArray(filterFields))
    throw new Error("A search index of schema.js cannot be read.");
  return { indexDescriptor, searchField, filterFields: [...new Set(filterFields.map(String))] };
}

function refuseVectorIndexes(tableName: string, { vectorIndexes, stagedVectorIndexes }: JsonObject): void {
  const [first] = [vectorIndexes, stagedVectorIndexes].flatMap((indexes) => (Array.isArray(indexes) ? indexes : []));
  if (!isJsonObject(first)) return;
  throw new Error(
    `Vector search is not available on this deployment: table "${tableName}" has the vector index ${JSON.stringify(first["indexDescriptor"])}.`,
  );
}

export function authProviders(exports: ModuleExports): AuthProvider[] {
  const providers = property(exports["default"], "providers");
  if (!Array.isArray(providers)) throw new Error("The default export of auth.config.js must have a list `providers`.");
  return providers.map(authProvider);
}

function authProvider(provider: unknown): AuthProvider {
  const text = (name: string): string => {
    const value = property(provider, name);
    if (typeof value === "string" && value !== "") return value;
    throw new Error(`A provider of auth.config.js has no ${name}. Is an environment variable missing?`);
  };
  if (property(provider, "type") !== "customJwt")
    return { domain: text("domain"), applicationID: text("applicationID") };
  const algorithm = text("algorithm");
  if (algorithm !== "RS256" && algorithm !== "ES256") throw new Error(`auth.config.js: ${algorithm} is not supported.`);
  const jwt: AuthProvider = { type: "customJwt", issuer: text("issuer"), jwks: text("jwks"), algorithm };
  return property(provider, "applicationID") === undefined ? jwt : { ...jwt, applicationID: text("applicationID") };
}

export function analyzeDefinition(exports: ModuleExports): Json {
  const definition = toJson(call(exports["default"], "export"));
  if (!isJsonObject(definition))
    throw new Error("The default export of convex.config.js must be the result of defineApp.");
  return definition;
}

/** Calls a method that returns JSON text, and returns the parsed value. */
function callForJson(target: unknown, method: string): Json {
  const text = call(target, method);
  if (typeof text !== "string") throw new Error(`${method}() gave no JSON.`);
  return JSON.parse(text) as Json;
}

function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value) ?? "null") as Json;
}

function call(target: unknown, method: string): unknown {
  const callee = property(target, method);
  if (typeof callee !== "function") throw new Error(`The default export has no ${method}().`);
  return Reflect.apply(callee, target, []);
}

function property(target: unknown, name: string): unknown {
  const isObject = (typeof target === "object" && target !== null) || typeof target === "function";
  return isObject ? Reflect.get(target, name) : undefined;
}
