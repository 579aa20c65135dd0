// A route as data. What a row does not say, a request may not carry.
import type { FunctionReference } from "convex/server";
import type { Id } from "../_generated/dataModel";
import type { Scope } from "../callers/scopes";
import { lazySchema } from "../lib/schemas";
import type { LazySchema, OutputOf, SchemaName } from "../lib/schemas";
import type { EndpointArgs, Found } from "./builders";
import type { Page } from "./pagination";

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
  /** Undefined: the request takes no parameter. */
  query?: LazySchema<AnyInput> | undefined;
  /** Instead of `query`, for callers of the legacy version. */
  legacyQuery?: LazySchema<AnyInput> | undefined;
  /** A page is the body of its response as it is; anything else is the `data` of one. */
  answer:
    | { kind: "data" }
    | ({ kind: "page" } & PageShape)
    /** A page, for which the client may wait, or all that comes, as server-sent events (api/follow.ts). */
    | { kind: "followed"; further: FurtherEndpoint };
  /** A list's gives a page, that of a list that can be followed one of numbered items. */
  endpoint: QueryEndpoint<AnyInput>;
}

export interface WriteRoute extends RouteBase {
  method: "POST" | "PUT" | "DELETE";
  /** Undefined: the request takes no field. */
  body?: LazySchema<AnyInput> | undefined;
  preparation?: () => Promise<Preparation<AnyInput, AnyInput>>;
  /** Of success; 200 unless said. */
  status?: 201;
  endpoint: MutationEndpoint<AnyInput>;
}

export type Route = ReadRoute | WriteRoute;

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

/**
 * How a domain writes its rows: a row names its schema, which is an export of the domain's `requests.ts`. The compiler
 * checks that the endpoint takes what the schema makes of the request, together with the texts in the path.
 *
 *     const { get, post } = rowsOf(() => import("./requests"));
 *     post("/issues/create", endpoints.create, { scope: "issues:write", body: "create" })
 */
export function rowsOf<Schemas>(load: () => Promise<Schemas>) {
  type Name = SchemaName<Schemas>;
  type Made<Chosen extends Name> = [Chosen] extends [never] ? unknown : OutputOf<Schemas, Chosen>;
  const schema = <Chosen extends Name>(name: Chosen) => lazySchema(load, name);
  const maybe = (name: Name | undefined) => (name === undefined ? undefined : schema(name));

  interface WriteOptions<Chosen extends Name> {
    scope: Scope;
    body?: Chosen;
    status?: 201;
  }

  const write =
    (method: "POST" | "PUT") =>
    <Path extends string, Chosen extends Name = never>(
      path: Path,
      endpoint: MutationEndpoint<InputOf<Path, Made<Chosen>>>,
      { body, ...options }: WriteOptions<Chosen>,
    ): Route => ({ method, path, ...options, body: maybe(body), endpoint });

  return {
    get: <Path extends string, Chosen extends Name = never>(
      path: Path,
      endpoint: QueryEndpoint<InputOf<Path, Made<Chosen>>>,
      { scope, query }: { scope: Scope; query?: Chosen },
    ): Route => {
      return { method: "GET", path, scope, answer: { kind: "data" }, endpoint, query: maybe(query) };
    },

    /** A list that pages; its schema has `limit` and `cursor` and its filters. */
    list: <Path extends string, Chosen extends Name>(
      path: Path,
      endpoint: QueryEndpoint<InputOf<Path, Made<Chosen>>, Page<unknown>>,
      options: { scope: Scope; query: Chosen; legacyQuery?: Chosen; shape?: PageShape },
    ): Route => {
      const { scope, query, legacyQuery, shape = {} } = options;
      return {
        method: "GET",
        path,
        scope,
        answer: { kind: "page", ...shape },
        query: schema(query),
        endpoint,
        legacyQuery: maybe(legacyQuery),
      };
    },

    /**
     * A list of numbered items to which more come, which can be waited for and followed. `endpoint` is asked first;
     * `further`, made by `followQuery`, is what a client who waits asks from then on.
     */
    follow: <Path extends string, Chosen extends Name>(
      path: Path,
      endpoint: QueryEndpoint<InputOf<Path, Made<Chosen>>, Page<NumberedItem>>,
      { scope, query, further }: { scope: Scope; query: Chosen; further: FurtherEndpoint },
    ): Route => {
      return { method: "GET", path, scope, answer: { kind: "followed", further }, query: schema(query), endpoint };
    },

    post: write("POST"),

    put: write("PUT"),

    /** `DELETE`, which is no name that a function can have. */
    remove: <Path extends string>(
      path: Path,
      endpoint: MutationEndpoint<InputOf<Path, unknown>>,
      options: { scope: Scope },
    ): Route => {
      return { method: "DELETE", path, ...options, endpoint };
    },

    /** As `post`, for an endpoint whose input is made of the request's by `preparation`. */
    postPrepared: <Chosen extends Name, Prepared extends AnyInput>(
      path: string,
      endpoint: MutationEndpoint<Prepared>,
      options: {
        scope: Scope;
        body: Chosen;
        preparation: () => Promise<Preparation<OutputOf<Schemas, Chosen>, Prepared>>;
      },
    ): Route => {
      return { method: "POST", path, ...options, body: schema(options.body), endpoint };
    },
  };
}
