// The code that serves: the result of one push. A request keeps the deployment with which it began.
import type { AnalyzedFunction, FunctionKind, Program } from "../../runtime/contract";
import { FunctionError } from "../../value/functionError";
import type { Transaction } from "../../database/transaction";
import type { Json, JsonObject } from "../../value/json";
import type { Environment } from "./environment";
import { canonicalPath, clientPath, parseFunctionPath, type FunctionPath } from "./functionPath";

export interface RegisteredFunction extends AnalyzedFunction {
  readonly component: Component;
  readonly path: FunctionPath;
  /** `messages:send`, or `limiter|messages:send` in a component; used in logs and messages. */
  readonly displayName: string;
  /** The implementation of a query that the engine answers itself. */
  readonly native?: NativeQuery;
}

export type NativeQuery = (run: NativeRun, args: JsonObject) => Json;

/** The parts of its run that a query of the engine can see. */
export interface NativeRun {
  readonly transaction: Transaction;
  /** The component whose tables the query is about. */
  readonly component: Component;
  readonly context: { readonly deployment: Deployment };
  readonly start: { readonly snapshotTs: bigint };
}

/** A function with its arguments, as Convex JSON. */
export interface FunctionInvocation {
  callee: RegisteredFunction;
  args: Json;
}

/** The app itself, or a component that is mounted somewhere in it. Each has its own tables, jobs, crons and files. */
export interface Component {
  /** The component's path: empty for the app, `limiter/worker` for a component of a component. */
  readonly path: string;
  readonly program: Program;
  /** The component's functions, by their canonical paths. */
  readonly functions: ReadonlyMap<string, RegisteredFunction>;
  readonly children: ReadonlyMap<string, Component>;
  /** The routes of http.js. null: the component has no http.js. */
  readonly httpRoutes: readonly (readonly [path: string, method: string])[] | null;
  /** The result of the schema's `export()`. null: there is no schema. */
  readonly schema: Json;
  /** Children that HTTP requests can reach, by the prefix of their paths. */
  readonly mounts: ReadonlyMap<string, Component>;
  readEnv(name: string): string | undefined;
}

export interface FunctionAddress {
  readonly component: Component;
  readonly path: FunctionPath;
}

export interface Deployment {
  readonly app: Component;
  /** Components by path, including the app itself. */
  readonly components: ReadonlyMap<string, Component>;
  readonly environment: Environment;
}

/** Finds a function that a client names. Internal functions are answered as if they did not exist. */
export function findPublic(component: Component, text: string, callerIsAdmin: boolean): RegisteredFunction {
  const found = component.functions.get(canonicalPath(parseFunctionPath(text)));
  if (found !== undefined && (found.visibility === "public" || callerIsAdmin)) return found;
  throw new FunctionError(
    "FunctionNotFound",
    `Could not find public function for '${displayPath(text)}'. Did you forget to run \`npx convex dev\` or \`npx convex deploy\`?`,
  );
}

/** Finds a function that another function, the scheduler or a cron names. */
export function findAny({ component, path }: FunctionAddress): RegisteredFunction {
  const found = component.functions.get(canonicalPath(path));
  if (found !== undefined) return found;
  throw new FunctionError(
    "FunctionNotFound",
    `Could not find function for '${clientPath(path)}'. Did you forget to run \`npx convex dev\` or \`npx convex deploy\`?`,
  );
}

/** Finds a function that will run later. It is looked up again when it runs. */
export function findToSchedule({ component, path }: FunctionAddress): RegisteredFunction {
  const found = component.functions.get(canonicalPath(path));
  if (found !== undefined) return found;
  throw new FunctionError(
    "FunctionNotFound",
    `Attempted to schedule function at nonexistent path: ${canonicalPath(path)}`,
  );
}

export function findComponent(deployment: Deployment, path: string): Component {
  const found = deployment.components.get(path);
  if (found !== undefined) return found;
  throw new FunctionError("ComponentNotFound", `Could not find component '${path}'. Is it still in convex.config.ts?`);
}

export function checkKind(found: RegisteredFunction, wanted: FunctionKind): void {
  if (found.kind === wanted) return;
  throw new FunctionError(
    "WrongFunctionType",
    `Trying to execute ${canonicalPath(found.path)} as ${capitalized(wanted)}, but it is defined as ${capitalized(found.kind)}.`,
  );
}

export function capitalized(kind: FunctionKind): "Query" | "Mutation" | "Action" {
  switch (kind) {
    case "query":
      return "Query";
    case "mutation":
      return "Mutation";
    case "action":
      return "Action";
  }
}

/** Returns the path as the client wrote it, without the `.js` of the stored form. */
function displayPath(text: string): string {
  return text.replace(/\.js(:|$)/, "$1");
}
