// The `operationId` of a route: the words of its path in camelCase, such as `runsStart` for POST /runs/start. Where the
// path does not end in what a request does, a verb follows: `skillsGet` for GET /skills/:id. So the name changes only
// when the path does, which clients would notice anyway.
import type { Route } from "../../../convex/api/routeBuilders";

/** Paths that do the same as another one, which new clients should use. */
const sameAs: ReadonlyMap<string, string> = new Map([
  ["GET /runs/list", "GET /runs"],
  ["GET /runs/detail", "GET /runs/get"],
  ["GET /notifications/list", "GET /notifications"],
  ["POST /notifications/mark-read", "PUT /notifications/:notificationId/read"],
  ["POST /notifications/mark-all-read", "PUT /notifications/read-all"],
  ["POST /notifications/dismiss", "DELETE /notifications/:notificationId"],
  ["GET /trash/list", "GET /trash"],
  ["POST /trash/restore", "POST /trash/:type/:id/restore"],
  ["POST /trash/permanent-delete", "DELETE /trash/:type/:id"],
]);

/** Returns the request that new clients should make instead, if there is one. */
export function preferredTo({ method, path }: Route): string | undefined {
  return sameAs.get(`${method} ${path}`);
}

/** Ends in `Alias` where another path does the same and would have the same name. */
export function operationIdOf(route: Route): string {
  const preferred = preferredTo(route);
  const words = nameOf(route);
  return preferred !== undefined && nameAt(preferred) === words ? `${words}Alias` : words;
}

function nameAt(request: string): string {
  const [method = "", path = ""] = request.split(" ");
  return named(method, path, "list");
}

function nameOf({ method, path, ...route }: Route): string {
  const isList = "answer" in route && route.answer.kind !== "data" && route.answer.kind !== "file";
  return named(method, path, isList ? "list" : "get");
}

function named(method: string, path: string, read: "list" | "get"): string {
  const segments = path.split("/").slice(1);
  const fixed = segments.filter((segment) => !segment.startsWith(":"));
  const words = fixed.flatMap((segment) => segment.split("-"));
  const verb = verbFor(method, segments, read);
  const [first = "", ...others] = verb === null ? words : [...words, verb];
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** Null where the path ends in what it does, or in what it shows. */
function verbFor(method: string, segments: readonly string[], read: "list" | "get"): string | null {
  const endsInId = segments.at(-1)?.startsWith(":") === true;
  if (!endsInId && segments.length > 1) return method === "GET" && isArea(segments) ? read : null;
  switch (method) {
    case "GET":
      return endsInId ? "get" : read;
    case "POST":
      return "create";
    case "PUT":
      return "update";
    default:
      return "delete";
  }
}

/** The areas of the project's administration have two segments, such as `/project/members`. */
function isArea([first, , third]: readonly string[]): boolean {
  return first === "project" && third === undefined;
}

/** The schema of a call of the callback. */
export function callName(operation: string): string {
  return `${typeName(operation)}Call`;
}

/** The schema of what an operation of the callback answers. */
export function resultName(operation: string): string {
  return `${typeName(operation)}Result`;
}

/** `run.updateStatus` is RunUpdateStatus. */
function typeName(operation: string): string {
  return operation.replaceAll(/(?:^|\.)(\w)/g, (_, first: string) => first.toUpperCase());
}
