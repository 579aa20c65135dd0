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

/** An item of a list that can be followed. */
export interface NumberedItem {
  /** Counts from 1 without gaps. */
  seq: number;
  type: string;
}

/** What the parameters of such a list have besides those that say which list. */
export type FollowParameters = {
  /** The `seq` of the last item that the client knows; a cursor of such a list says the same. */
  after?: number | undefined;
  cursor?: number | undefined;
  limit?: number | undefined;
  /** How many seconds a request for what is not there yet is held. */
  wait?: number | undefined;
};

/** What came after an item, and whether the list is likely to end there. */
export interface Further {
  page: Page<NumberedItem>;
  isOver: boolean;
}

export type FurtherEndpoint = FunctionReference<
  "query",
  "internal",
  EndpointArgs<AnyInput & { after: number; limit: number }>,
  Further
>;

interface RouteBase {
  /** Below `/api/v1`. A segment such as `:id` takes any text, which becomes the field `id` of the input. */
  path: string;
  scope: Scope;
}

/**
 * How a page is shown. Usually as it is; for callers of the legacy version some lists nest the position in
 * `pagination`, or leave it out; and some carry the request's id.
 */
export interface PageShape {
  legacy?: "nested" | "bare";
  hasRequestId?: true;
}

export interface ReadRoute extends RouteBase {
  method: "GET";
  /** Absent: the request takes no parameter. */
  query?: LazySchema<AnyInput>;
  /** Instead of `query`, for callers of the legacy version. */
  legacyQuery?: LazySchema<AnyInput>;
  /** A page is the body of its response as it is; anything else is the `data` of one. */
  answer:
    | { kind: "data"; finish?: (result: unknown) => unknown }
    | ({ kind: "page" } & PageShape)
    /** A page, for which the client may wait, or all that comes, as server-sent events (api/follow.ts). */
    | { kind: "followed"; further: FurtherEndpoint };
  /** A list's gives a page, that of a list that can be followed one of numbered items. */
  endpoint: QueryEndpoint<AnyInput>;
}

export interface WriteRoute extends RouteBase {
  method: "POST" | "PUT" | "DELETE";
  /** Absent: the request takes no field. */
  body?: LazySchema<AnyInput>;
  preparation?: () => Promise<Preparation<AnyInput, AnyInput>>;
  /** Of success; 200 unless said. */
  status?: 201;
  endpoint: MutationEndpoint<AnyInput>;
}

export type Route = ReadRoute | WriteRoute;

// In the functions below, what the endpoint takes has to be what the schema makes of the request, together with the
// texts in the path: that they agree is checked by their types.

/** The texts in place of the `:name` segments of a path. */
type InPath<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Further}`
    ? { [Key in Name]: string } & InPath<`/${Further}`>
    : { [Key in Rest]: string }
  : unknown;

/** What an endpoint takes: what its schema makes of the request and what is in the path. */
type InputOf<Path extends string, Shape> = unknown extends Shape & InPath<Path>
  ? NoInput
  : Shape & InPath<Path> & AnyInput;

/** `get("/issues/get", internal.issues.endpoints.get, { scope: "issues:read", query: async () => (await requests()).get() })` */
export function get<Path extends string, Query = unknown>(
  path: Path,
  endpoint: QueryEndpoint<InputOf<Path, Query>>,
  { scope, query }: { scope: Scope; query?: LazySchema<Query & AnyInput> },
): Route {
  return { method: "GET", path, scope, answer: { kind: "data" }, endpoint, ...(query === undefined ? {} : { query }) };
}

/**
 * As `get`; `finish` runs at the edge, outside of the transaction: it may make objects whose field names are somebody's
 * texts, which the result of a function cannot have.
 */
export function getAndFinish<Path extends string, Result>(
  path: Path,
  endpoint: QueryEndpoint<InputOf<Path, unknown>, Result>,
  { scope, finish }: { scope: Scope; finish: (result: Result) => unknown },
): Route {
  const answer = { kind: "data", finish: (result: unknown) => finish(result as Result) } as const;
  return { method: "GET", path, scope, answer, endpoint };
}

/** A list that pages; `query` has `limit` and `cursor` and its filters. */
export function list<Path extends string, Query extends AnyInput>(
  path: Path,
  endpoint: QueryEndpoint<InputOf<Path, Query>, Page<unknown>>,
  {
    scope,
    query,
    legacyQuery,
    shape = {},
  }: { scope: Scope; query: LazySchema<Query>; legacyQuery?: LazySchema<Query>; shape?: PageShape },
): Route {
  const legacy = legacyQuery === undefined ? {} : { legacyQuery };
  return { method: "GET", path, scope, answer: { kind: "page", ...shape }, query, endpoint, ...legacy };
}

/**
 * A list of numbered items to which more come, which can be waited for and followed. `endpoint` is asked first;
 * `further`, made by `followQuery`, is what a client who waits asks from then on.
 */
export function follow<Path extends string, Query extends FollowParameters & AnyInput>(
  path: Path,
  endpoint: QueryEndpoint<InputOf<Path, Query>, Page<NumberedItem>>,
  { scope, query, further }: { scope: Scope; query: LazySchema<Query>; further: FurtherEndpoint },
): Route {
  return { method: "GET", path, scope, answer: { kind: "followed", further }, query, endpoint };
}

interface WriteOptions<Body> {
  scope: Scope;
  body?: LazySchema<Body & AnyInput>;
  status?: 201;
}

/** `post("/issues/create", internal.issues.endpoints.create, { scope: "issues:write", body: async () => (await requests()).create() })` */
export function post<Path extends string, Body = unknown>(
  path: Path,
  endpoint: MutationEndpoint<InputOf<Path, Body>>,
  options: WriteOptions<Body>,
): Route {
  return { method: "POST", path, ...options, endpoint };
}

export function put<Path extends string, Body = unknown>(
  path: Path,
  endpoint: MutationEndpoint<InputOf<Path, Body>>,
  options: WriteOptions<Body>,
): Route {
  return { method: "PUT", path, ...options, endpoint };
}

/** `DELETE`, which is no name that a function can have. */
export function remove<Path extends string>(
  path: Path,
  endpoint: MutationEndpoint<InputOf<Path, unknown>>,
  options: { scope: Scope },
): Route {
  return { method: "DELETE", path, ...options, endpoint };
}

/** As `post`, for an endpoint whose input is made of the request's by `preparation`. */
export function postPrepared<Input extends AnyInput, Prepared extends AnyInput>(
  path: string,
  endpoint: MutationEndpoint<Prepared>,
  options: { scope: Scope; body: LazySchema<Input>; preparation: () => Promise<Preparation<Input, Prepared>> },
): Route {
  return { method: "POST", path, ...options, endpoint };
}
