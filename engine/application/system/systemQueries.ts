// Queries for the command line that the engine answers itself. To their callers they are functions like any other. They
// read through a transaction, so that clients can subscribe to them. Only an admin may call them.
import { FunctionError } from "../../value/functionError";
import type { Json, JsonObject } from "../../value/json";
import {
  capitalized,
  type Component,
  type NativeQuery,
  type NativeRun,
  type RegisteredFunction,
} from "../deployment/deployment";
import { canonicalPath, clientPath, parseFunctionPath } from "../deployment/functionPath";
import { textOf } from "../syscalls/scope";
import { exportsTable, importsTable } from "./engineTables";
import { latestDocuments } from "./latestDocuments";
import { listTables, tableData, tableSize, tableVersion } from "./tableQueries";

const queries = new Map<string, NativeQuery>([
  ["_system/cli/tables:default", listTables],
  ["_system/cli/tableData:default", tableData],
  ["_system/cli/tableSize:default", tableSize],
  ["_system/cli/queryTable:default", tableVersion],
  ["_system/cli/queryEnvironmentVariables:default", ({ context }) => context.deployment.environment.list()],
  ["_system/cli/queryEnvironmentVariables:get", environmentVariable],
  ["_system/cli/modules:apiSpec", ({ component }) => functionSpecs(component)],
  ["_system/cli/convexUrl:cloudUrl", cloudUrl],
  ["_system/cli/exports:getLatest", ({ transaction }) => latestDocuments(transaction, exportsTable, 1)[0] ?? null],
  ["_system/cli/queryImport:default", importById],
  ["_system/cli/queryImport:list", ({ transaction }) => latestDocuments(transaction, importsTable, 10)],
  ["_system/frontend/components:list", listComponents],
  ["_system/frontend/getSchemas:default", ({ component }) => schemasOf(component)],
]);

/** Finds a query of the engine by its name. Returns undefined when there is none. */
export function findSystemQuery(component: Component, text: string): RegisteredFunction | undefined {
  const path = parseFunctionPath(text);
  const name = clientPath(path);
  const native = queries.get(name);
  if (native === undefined) return undefined;
  const displayName = component.path === "" ? name : `${component.path}|${name}`;
  return {
    name: path.exportName,
    kind: "query",
    visibility: "internal",
    args: null,
    returns: null,
    line: null,
    component,
    path,
    displayName,
    native,
  };
}

function cloudUrl({ context }: NativeRun): Json {
  return context.deployment.environment.read("CONVEX_CLOUD_URL") ?? null;
}

function environmentVariable({ context }: NativeRun, args: JsonObject): Json {
  const name = textOf(args, "name");
  return context.deployment.environment.list().find((variable) => variable.name === name) ?? null;
}

function importById({ transaction }: NativeRun, args: JsonObject): Json {
  const id = textOf(args, "importId");
  const found = latestDocuments(transaction, importsTable, 100).find(({ _id }) => _id === id);
  if (found === undefined) throw new FunctionError("ImportNotFound", `There is no import ${id}.`);
  return found;
}

function listComponents({ context }: NativeRun): Json {
  return [...context.deployment.components.keys()].map((path) => ({
    id: path,
    path,
    name: path.split("/").at(-1) ?? "",
  }));
}

/**
 * Returns the schema as text, the form in which it is pushed. No schema is ever in progress, because a push is one
 * commit.
 */
function schemasOf({ schema }: Component): Json {
  return { active: schema === null ? null : JSON.stringify(schema), inProgress: null };
}

/** The type of the arguments and result of a function that declares none. */
const anything = { type: "any" };

function functionSpecs({ functions, httpRoutes }: Component): Json {
  const specs = [...functions.values()].map((callee) => ({
    identifier: canonicalPath(callee.path),
    functionType: capitalized(callee.kind),
    visibility: { kind: callee.visibility },
    args: (callee.args ?? anything) as Json,
    returns: (callee.returns ?? anything) as Json,
  }));
  const routes = (httpRoutes ?? []).map(([path, method]) => ({ functionType: "HttpAction", method, path }));
  return [...specs, ...routes];
}
