// Finds the component that answers an HTTP request. The prefixes of mounted components compete with the app's own
// routes. An exact route wins over all others, then the longest prefix wins. A component may have mounted others
// itself.
import type { Component } from "./deployment";

export interface Route {
  readonly component: Component;
  /** The path below the mount. null means the path of the request's URL. */
  readonly path: string | null;
}

/** Returns null when neither the app nor a component has a router. */
export function routeRequest(app: Component, request: { url: string; method: string }): Route | null {
  if (app.mounts.size === 0) return app.httpRoutes === null ? null : { component: app, path: null };
  const path = new URL(request.url).pathname;
  const method = request.method === "HEAD" ? "GET" : request.method;
  const route = routeIn(app, path, method);
  return route.component === app ? { component: app, path: null } : route;
}

function routeIn(component: Component, path: string, method: string): Route & { path: string } {
  const own = ownPrefix(component, path, method);
  let longest = "";
  for (const prefix of component.mounts.keys()) {
    if (path.startsWith(prefix) && prefix.length > longest.length) longest = prefix;
  }
  const mounted = component.mounts.get(longest);
  if (mounted === undefined || own >= longest.length) return { component, path };
  return routeIn(mounted, path.slice(longest.length - 1), method);
}

/** Returns how many characters of the path the component's own best route matches. Infinity means an exact match. */
function ownPrefix(component: Component, path: string, method: string): number {
  const route = ownRoute(component, path, method);
  if (route === null) return -1;
  return route.endsWith("*") && route !== path ? route.length - 1 : Number.POSITIVE_INFINITY;
}

/** Names a request for the log, as on Convex: by its route, because the path may contain something private. */
export function nameOfRequest({ component, path }: Route, request: { url: string; method: string }): string {
  const method = request.method === "HEAD" ? "GET" : request.method;
  return `${request.method} ${ownRoute(component, path ?? new URL(request.url).pathname, method) ?? "*"}`;
}

/** Returns the matching route, such as `/files/*`, or null if there is none. */
function ownRoute({ httpRoutes }: Component, path: string, method: string): string | null {
  const fits = (httpRoutes ?? []).filter(([, routed]) => routed === method).map(([route]) => route);
  if (fits.includes(path)) return path;
  const prefixes = fits.filter((route) => route.endsWith("*") && path.startsWith(route.slice(0, -1)));
  return prefixes.toSorted((a, b) => b.length - a.length)[0] ?? null;
}
