// The code that serves: what one push left. A request keeps the deployment it began with.
import type { AnalyzedFunction, FunctionKind, Program } from "../../runtime/contract";
import { FunctionError } from "../../value/functionError";
import type { Transaction } from "../../database/transaction";
import type { Json, JsonObject } from "../../value/json";
import type { Environment } from "./environment";
import { canonicalPath, clientPath, parseFunctionPath, type FunctionPath } from "./functionPath";

export interface RegisteredFunction extends AnalyzedFunction {
  readonly component: Component;
  readonly path: FunctionPath;
  /** `messages:send`, or `limiter|messages:send` in a component: for logs and messages. */
  readonly displayName: string;
  /** Of a query that the engine answers itself, what does. */
  readonly native?: NativeQuery;
}

export type NativeQuery = (run: NativeRun, args: JsonObject) => Json;

/** What such a query sees of the run that it is part of. */
export interface NativeRun {
  readonly transaction: Transaction;
  /** Whose tables it is asked about. */
  readonly component: Component;
  readonly context: { readonly deployment: Deployment };
  readonly start: { readonly snapshotTs: bigint };
}

/** A function with its arguments, as Convex JSON. */
export interface FunctionInvocation {
  callee: RegisteredFunction;
  args: Json;
}

/** The app itself, or a component that is mounted somewhere in it; each has its own tables, jobs, crons and files. */
export interface Component {
  /** Empty for the app, `limiter/worker` for a component of a component. */
  readonly path: string;
  readonly program: Program;
  /** By canonical path. */
  readonly functions: ReadonlyMap<string, RegisteredFunction>;
  readonly children: ReadonlyMap<string, Component>;
  /** null: there is no http.js. */
  readonly httpRoutes: readonly (readonly [path: string, method: string])[] | null;
  /** As the `export()` of its schema.ts gave it; null: there is none. */
  readonly schema: Json;
  /** Children that are reached over HTTP, by the prefix below which they are. */
  readonly mounts: ReadonlyMap<string, Component>;
  readEnv(name: string): string | undefined;
}

export interface FunctionAddress {
  readonly component: Component;
  readonly path: FunctionPath;
}

export interface Deployment {
  readonly app: Component;
  /** By path, the app's own included. */
  readonly components: ReadonlyMap<string, Component>;
  readonly environment: Environment;
}

/** A function as a client may name it. What is internal is answered as if it were not there. */
export function findPublic(component: Component, text: string, callerIsAdmin: boolean): RegisteredFunction {
  const found = component.functions.get(canonicalPath(parseFunctionPath(text)));
  if (found !== undefined && (found.visibility === "public" || callerIsAdmin)) return found;
  throw new FunctionError(
    "FunctionNotFound",
    `Could not find public function for '${displayPath(text)}'. Did you forget to run \`npx convex dev\` or \`npx convex deploy\`?`,
  );
}

/** A function as other functions, the scheduler and crons may name it. */
export function findAny({ component, path }: FunctionAddress): RegisteredFunction {
  const found = component.functions.get(canonicalPath(path));
  if (found !== undefined) return found;
  throw new FunctionError(
    "FunctionNotFound",
    `Could not find function for '${clientPath(path)}'. Did you forget to run \`npx convex dev\` or \`npx convex deploy\`?`,
  );
}

/** A function that is to run later; it is looked up again when it does. */
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

/** As the client wrote it, without the `.js` of the stored form. */
function displayPath(text: string): string {
  return text.replace(/\.js(:|$)/, "$1");
}
