// Finds the route of a request. This file is pure.
import type { Route } from "./routeBuilders";

export type Match =
  | { kind: "route"; route: Route; parameters: Record<string, string> }
  | { kind: "otherMethod"; allowed: string[] }
  | { kind: "unknownPath" };

export function matchRoute(routes: readonly Route[], method: string, path: string): Match {
  // For HEAD, platforms run the GET handler and drop the body of its answer.
  const wanted = method === "HEAD" ? "GET" : method;
  const allowed: string[] = [];
  for (const route of routes) {
    const parameters = matchPath(route.path, path);
    if (parameters === null) continue;
    if (route.method === wanted) return { kind: "route", route, parameters };
    allowed.push(route.method);
  }
  return allowed.length === 0 ? { kind: "unknownPath" } : { kind: "otherMethod", allowed };
}

/** Returns the texts at the `:name` segments of `pattern`, or null when `path` does not match it. */
function matchPath(pattern: string, path: string): Record<string, string> | null {
  if (!pattern.includes(":")) return pattern === path ? {} : null;
  const expected = pattern.split("/");
  const given = path.split("/");
  if (expected.length !== given.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of given.entries()) {
    const name = expected[index] ?? "";
    if (!name.startsWith(":")) {
      if (name !== segment) return null;
    } else {
      const text = decoded(segment);
      if (text === null || text === "") return null;
      parameters[name.slice(1)] = text;
    }
  }
  return parameters;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
