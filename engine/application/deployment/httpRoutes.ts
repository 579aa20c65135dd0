// Which component an HTTP request is for. The prefixes of mounted components compete with the app's own routes: an
// exact route wins over all, then the longest prefix. A component in turn may have mounted others.
import type { Component } from "./deployment";

export interface Route {
  readonly component: Component;
  /** Below the mount; null: the request's own. */
  readonly path: string | null;
}

/** null: neither the app nor a component has a router. */
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

/** How much of the path the component's own best route names; nothing is longer than all of it. */
function ownPrefix(component: Component, path: string, method: string): number {
  const route = ownRoute(component, path, method);
  if (route === null) return -1;
  return route.endsWith("*") && route !== path ? route.length - 1 : Number.POSITIVE_INFINITY;
}

/** What a request is called in the log, as on Convex: the route, since a path may hold what nobody is to read. */
export function nameOfRequest({ component, path }: Route, request: { url: string; method: string }): string {
  const method = request.method === "HEAD" ? "GET" : request.method;
  return `${request.method} ${ownRoute(component, path ?? new URL(request.url).pathname, method) ?? "*"}`;
}

/** The route itself, such as `/files/*`; null for none. */
function ownRoute({ httpRoutes }: Component, path: string, method: string): string | null {
  const fits = (httpRoutes ?? []).filter(([, routed]) => routed === method).map(([route]) => route);
  if (fits.includes(path)) return path;
  const prefixes = fits.filter((route) => route.endsWith("*") && path.startsWith(route.slice(0, -1)));
  return prefixes.toSorted((a, b) => b.length - a.length)[0] ?? null;
}
