// A route as data. What a row does not say, a request may not carry.
import type { FunctionReference } from "convex/server";
import type { ZodMiniType } from "zod/mini";
import type { Scope } from "../apiKeys/scopes";
import type { EndpointArgs } from "./builders";

/** Loads and builds a schema when a request needs it: no other request pays for it, or for zod. */
export type LazySchema<Output> = () => Promise<ZodMiniType<Output>>;

export type NoInput = Record<string, never>;
type AnyInput = Record<string, unknown>;

interface RouteBase {
  /** Below `/api/v1`. */
  path: string;
  scope: Scope;
}

export type Route =
  | (RouteBase & { method: "GET"; endpoint: FunctionReference<"query", "internal", EndpointArgs<NoInput>> })
  | (RouteBase & {
      method: "POST";
      body: LazySchema<AnyInput>;
      endpoint: FunctionReference<"mutation", "internal", EndpointArgs<AnyInput>>;
    });

/** `get("/project", internal.project.endpoints.get, { scope: "project:read" })` */
export function get(
  path: string,
  endpoint: FunctionReference<"query", "internal", EndpointArgs<NoInput>>,
  { scope }: { scope: Scope },
): Route {
  return { method: "GET", path, scope, endpoint };
}

/** The function's input is what `body` makes of the request's: that they agree is checked here, by their types. */
export function post<Input extends AnyInput>(
  path: string,
  endpoint: FunctionReference<"mutation", "internal", EndpointArgs<Input>>,
  { scope, body }: { scope: Scope; body: LazySchema<Input> },
): Route {
  return { method: "POST", path, scope, body, endpoint };
}
