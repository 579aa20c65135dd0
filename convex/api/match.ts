// Which route a request means. Pure.
import type { Route } from "./routes";

export type Match =
  | { kind: "route"; route: Route }
  /** The path exists, but not with this method. */
  | { kind: "otherMethod"; allowed: string[] }
  | { kind: "unknownPath" };

export function matchRoute(routes: readonly Route[], method: string, path: string): Match {
  const onPath = routes.filter((route) => route.path === path);
  // Platforms run the GET handler for HEAD and drop the body of its answer.
  const wanted = method === "HEAD" ? "GET" : method;
  const route = onPath.find((candidate) => candidate.method === wanted);
  if (route !== undefined) return { kind: "route", route };
  if (onPath.length === 0) return { kind: "unknownPath" };
  return { kind: "otherMethod", allowed: onPath.map((candidate) => candidate.method) };
}
