import { routesForPath } from "../api/areas";
import { matchRoute } from "../api/match";
import type { Route } from "../api/routeBuilders";
import type { Tool } from "./tools";

/** The endpoint of a tool. The row of a tool that has none is a mistake of ours. */
export async function routeOf({ name, endpoint: { method, path } }: Tool): Promise<Route> {
  const match = matchRoute(await routesForPath(path), method, path);
  if (match.kind === "route") return match.route;
  throw new Error(`The tool ${name} names ${method} ${path}, which is not an endpoint.`);
}
