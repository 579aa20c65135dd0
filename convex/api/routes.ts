// A route as data. What a row does not say, a request may not carry.
import type { FunctionReference } from "convex/server";
import type { Scope } from "../apiKeys/scopes";
import type { EndpointArgs } from "./builders";

export interface Route {
  method: "GET";
  /** Below `/api/v1`. */
  path: string;
  scope: Scope;
  endpoint: FunctionReference<"query", "internal", EndpointArgs<Record<string, never>>>;
}

/** `get("/project", internal.project.endpoints.get, { scope: "project:read" })` */
export function get(path: string, endpoint: Route["endpoint"], access: Pick<Route, "scope">): Route {
  return { method: "GET", path, endpoint, ...access };
}
