// A route as data. What a row does not say, a request may not carry.
import type { FunctionReference } from "convex/server";
import type { ZodMiniType } from "zod/mini";
import type { Id } from "../_generated/dataModel";
import type { Scope } from "../apiKeys/scopes";
import type { EndpointArgs, Found } from "./builders";
import type { Page } from "./pagination";

/** Loads and builds a schema when a request needs it: no other request pays for it, or for zod. */
export type LazySchema<Output> = () => Promise<ZodMiniType<Output>>;

export type NoInput = Record<string, never>;
export type AnyInput = Record<string, unknown>;

type QueryEndpoint<Input, Result = unknown> = FunctionReference<
  "query",
  "internal",
  EndpointArgs<Input>,
  Found<Result>
>;
type MutationEndpoint<Input> = FunctionReference<"mutation", "internal", EndpointArgs<Input>>;

/**
 * What has to be made of a request before its transaction, by the randomness that only actions have: keys and
 * ciphertexts.
 */
export interface Preparation<Input, Prepared> {
  prepare(input: Input, projectId: Id<"projects">): Promise<{ input: Prepared; shownOnce?: AnyInput }>;
}

interface RouteBase {
  /** Below `/api/v1`. A segment such as `:id` takes any text, which becomes the field `id` of the input. */
  path: string;
  scope: Scope;
}

export interface ReadRoute extends RouteBase {
  method: "GET";
  /** Absent: the request takes no parameter. */
  query?: LazySchema<AnyInput>;
  /** A page is the body of its response as it is; anything else is the `data` of one. */
  answer: "data" | "page";
  endpoint: QueryEndpoint<AnyInput>;
}

export interface WriteRoute extends RouteBase {
  method: "POST" | "PUT" | "DELETE";
  body: LazySchema<AnyInput>;
  preparation?: () => Promise<Preparation<AnyInput, AnyInput>>;
  endpoint: MutationEndpoint<AnyInput>;
}

export type Route = ReadRoute | WriteRoute;

/** `get("/project", internal.project.endpoints.get, { scope: "project:read" })` */
export function get(path: string, endpoint: QueryEndpoint<NoInput>, { scope }: { scope: Scope }): Route {
  return { method: "GET", path, scope, answer: "data", endpoint };
}

/** A list that pages; `query` has `limit` and `cursor` and its filters. */
export function list<Input extends AnyInput>(
  path: string,
  endpoint: QueryEndpoint<Input, Page<unknown>>,
  { scope, query }: { scope: Scope; query: LazySchema<Input> },
): Route {
  return { method: "GET", path, scope, answer: "page", query, endpoint };
}

/** The function's input is what `body` makes of the request's: that they agree is checked here, by their types. */
export function post<Input extends AnyInput>(
  path: string,
  endpoint: MutationEndpoint<Input>,
  { scope, body }: { scope: Scope; body: LazySchema<Input> },
): Route {
  return { method: "POST", path, scope, body, endpoint };
}

/** As `post`, for an endpoint whose input is made of the request's by `preparation`. */
export function postPrepared<Input extends AnyInput, Prepared extends AnyInput>(
  path: string,
  endpoint: MutationEndpoint<Prepared>,
  options: { scope: Scope; body: LazySchema<Input>; preparation: () => Promise<Preparation<Input, Prepared>> },
): Route {
  return { method: "POST", path, ...options, endpoint };
}
