// The code that serves: what one push left. A request keeps the deployment it began with.
import type { AnalyzedFunction, FunctionKind, Program, PushAnalysis } from "../runtime/contract";
import { FunctionError } from "../value/functionError";
import { canonicalPath, clientPath, parseFunctionPath, type FunctionPath } from "./functionPath";

export interface RegisteredFunction extends AnalyzedFunction {
  readonly path: FunctionPath;
  /** `messages:send`, for logs and messages. */
  readonly displayName: string;
}

export interface Deployment {
  readonly program: Program;
  readonly functions: ReadonlyMap<string, RegisteredFunction>;
  readonly hasRouter: boolean;
}

export function makeDeployment(program: Program, analysis: PushAnalysis): Deployment {
  const functions = new Map<string, RegisteredFunction>();
  for (const module of analysis.modules) {
    for (const analyzed of module.functions) {
      const path = { modulePath: module.path, exportName: analyzed.name };
      functions.set(canonicalPath(path), { ...analyzed, path, displayName: clientPath(path) });
    }
  }
  return { program, functions, hasRouter: analysis.modules.some((module) => module.httpRoutes !== null) };
}

/** A function as a client may name it. What is internal is answered as if it were not there. */
export function findPublic(deployment: Deployment, text: string, callerIsAdmin: boolean): RegisteredFunction {
  const found = deployment.functions.get(canonicalPath(parseFunctionPath(text)));
  if (found !== undefined && (found.visibility === "public" || callerIsAdmin)) return found;
  throw new FunctionError(
    "FunctionNotFound",
    `Could not find public function for '${displayPath(text)}'. Did you forget to run \`npx convex dev\` or \`npx convex deploy\`?`,
  );
}

/** A function as other functions, the scheduler and crons may name it. */
export function findAny(deployment: Deployment, path: FunctionPath): RegisteredFunction {
  const found = deployment.functions.get(canonicalPath(path));
  if (found !== undefined) return found;
  throw new FunctionError(
    "FunctionNotFound",
    `Could not find function for '${clientPath(path)}'. Did you forget to run \`npx convex dev\` or \`npx convex deploy\`?`,
  );
}

/** A function that is to run later; it is looked up again when it does. */
export function findToSchedule(deployment: Deployment, path: FunctionPath): RegisteredFunction {
  const found = deployment.functions.get(canonicalPath(path));
  if (found !== undefined) return found;
  throw new FunctionError(
    "FunctionNotFound",
    `Attempted to schedule function at nonexistent path: ${canonicalPath(path)}`,
  );
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
