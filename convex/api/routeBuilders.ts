// A route is a row of data. A request may carry only what the row declares.
import type { FunctionReference } from "convex/server";
import type { Id } from "../_generated/dataModel";
import type { Scope } from "../callers/scopes";
import { lazySchema } from "../lib/schemas";
import type { Fitting, LazySchema, OutputOf, SchemaName } from "../lib/schemas";
import type { EndpointArgs, QueryResult, WriteResult } from "./builders";
import type { Page } from "./pagination";

export type NoInput = Record<string, never>;
export type AnyInput = Record<string, unknown>;

export type QueryEndpoint<Input, Result = unknown> = FunctionReference<
  "query",
  "internal",
  EndpointArgs<Input>,
  QueryResult<Result>
>;
type MutationEndpoint<Input> = FunctionReference<"mutation", "internal", EndpointArgs<Input>, WriteResult<unknown>>;

/** Makes keys and ciphertexts before a transaction, because only actions have the randomness that they need. */
export interface Preparation<Input, Prepared> {
  prepare(input: Input, projectId: Id<"projects">): Promise<{ input: Prepared; shownOnce?: AnyInput }>;
}

/** What an endpoint answers whose bytes are the body. `name` and `mediaType` are data from outside. */
export type StoredFile = { storageId: Id<"_storage">; name: string; mediaType: string };

/** An item of a list that clients may follow. */
export interface FollowedItem {
  id: string;
  type: string;
  /** Counts from 1 without gaps, in lists whose positions are numbers that clients see. */
  seq?: number;
}

/** Where a list continues: behind the item with this `seq`, or at the list's own text for a place. 0: its beginning. */
export type Position = number | string;

/** The position behind a page that was read from `before` on. */
export function positionAfter(page: Page<FollowedItem>, before: Position): Position {
  return page.data.at(-1)?.seq ?? page.nextCursor ?? before;
}

/** The parameters that every such list takes, beside those that choose the list. */
export type FollowParameters = {
  /** The position of the client. A cursor of a numbered list means the same. */
  after?: Position | undefined;
  cursor?: number | undefined;
  limit?: number | undefined;
  /** For this many seconds the server holds a request while there are no new items. */
  wait?: number | undefined;
};

/** The items after a position. `isOver` says that probably no more will come. */
export interface NewerItems {
  page: Page<FollowedItem>;
  isOver: boolean;
  /** A line for people, without line breaks, that a stream sends as a comment. */
  comment?: string;
}

export type NewerItemsEndpoint = FunctionReference<
  "query",
  "internal",
  EndpointArgs<AnyInput & { after: Position; limit: number }>,
  NewerItems
>;

/** How clients follow a list. */
export interface Following {
  further: NewerItemsEndpoint;
  /** Returns the position for the header `Last-Event-ID`, which is the id of an item in a stream. Null: it is none. */
  positionOfId: (id: string) => Position | null;
}

interface RouteBase {
  /** Below `/api/v1`. A segment such as `:id` takes any text, which becomes the field `id` of the input. */
  path: string;
  /** Null: any valid key may ask. */
  scope: Scope | null;
}

/** How a list shows a page. In the legacy version some lists put the position into `pagination` or leave it out. */
export interface PageShape {
  legacy?: "nested" | "bare";
  hasRequestId?: true;
  /** A client that accepts `application/x-ndjson` receives everything that matches, one item in each line. */
  hasLines?: true;
}

export interface ReadRoute extends RouteBase {
  method: "GET";
  /** Undefined: the request takes no parameter. */
  query?: LazySchema<AnyInput> | undefined;
  /** Instead of `query`, for callers of the legacy version. */
  legacyQuery?: LazySchema<AnyInput> | undefined;
  /** A page is the whole body of a response; any other result is its `data`. */
  answer:
    | { kind: "data" }
    /** The bytes of a file that the endpoint names (api/fileResponse.ts). */
    | { kind: "file" }
    | ({ kind: "page" } & PageShape)
    /** The client may wait for a page, or receive all items as server-sent events (api/follow.ts). */
    | ({ kind: "followed" } & Following);
  /** The endpoint of a list returns a page; that of a list that can be followed returns a page of such items. */
  endpoint: QueryEndpoint<AnyInput>;
}

export interface WriteRoute extends RouteBase {
  method: "POST" | "PUT" | "DELETE";
  /** Undefined: the request takes no field. */
  body?: LazySchema<AnyInput> | undefined;
  preparation?: () => Promise<Preparation<AnyInput, AnyInput>>;
  /** The status of a successful answer; 200 when undefined. */
  status?: 201 | 202;
  /** Such a route answers 200 when its `data` says `isExisting`: nothing was made. */
  mayExist?: true;
  endpoint: MutationEndpoint<AnyInput>;
}

export type Route = ReadRoute | WriteRoute;

/** The texts at the `:name` segments of a path. */
type InPath<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Further}`
    ? { [Key in Name]: string } & InPath<`/${Further}`>
    : { [Key in Rest]: string }
  : unknown;

/** The input of an endpoint: the output of its schema together with the texts in the path. */
type InputOf<Path extends string, Shape> = unknown extends Shape & InPath<Path>
  ? NoInput
  : Shape & InPath<Path> & AnyInput;

/**
 * Makes the functions with which a domain writes its rows. A row names its schema, which is an export of the domain's
 * `requests.ts`. The compiler checks that the endpoint accepts the output of the schema together with the texts in the
 * path.
 *
 *     const { get, post } = routeBuilders(() => import("./requests"));
 *     post("/issues/create", endpoints.create, { scope: "issues:write", body: "create" })
 */
export function routeBuilders<Schemas>(load: () => Promise<Schemas>) {
  type Name = SchemaName<Schemas>;
  type Made<Chosen extends Name> = [Chosen] extends [never] ? unknown : OutputOf<Schemas, Chosen>;
  const schema = <Chosen extends Name>(name: Chosen) => lazySchema(load, name);
  const maybe = (name: Name | undefined) => (name === undefined ? undefined : schema(name));

  interface WriteOptions<Chosen extends Name> {
    scope: Scope;
    body?: Chosen;
    status?: 201 | 202;
    mayExist?: true;
  }

  const write =
    (method: "POST" | "PUT") =>
    <Path extends string, Taken extends AnyInput, Chosen extends Name = never>(
      path: Path,
      endpoint: MutationEndpoint<Taken> & Fitting<Taken, InputOf<Path, Made<Chosen>>>,
      { body, ...options }: WriteOptions<Chosen>,
    ): Route => ({ method, path, ...options, body: maybe(body), endpoint });

  return {
    get: <Path extends string, Taken extends AnyInput, Chosen extends Name = never>(
      path: Path,
      endpoint: QueryEndpoint<Taken> & Fitting<Taken, InputOf<Path, Made<Chosen>>>,
      { scope, query }: { scope: Scope | null; query?: Chosen },
    ): Route => {
      return { method: "GET", path, scope, answer: { kind: "data" }, endpoint, query: maybe(query) };
    },

    /** The body of a success is the bytes of a stored file. */
    file: <Path extends string, Taken extends AnyInput>(
      path: Path,
      endpoint: QueryEndpoint<Taken, StoredFile> & Fitting<Taken, InputOf<Path, unknown>>,
      { scope }: { scope: Scope },
    ): Route => {
      return { method: "GET", path, scope, answer: { kind: "file" }, endpoint };
    },

    /** A list with pages. Its schema has `limit`, `cursor` and the filters of the list. */
    list: <Path extends string, Taken extends AnyInput, Chosen extends Name>(
      path: Path,
      endpoint: QueryEndpoint<Taken, Page<unknown>> & Fitting<Taken, InputOf<Path, Made<Chosen>>>,
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

    /** A growing list, which clients may follow. The first question goes to `endpoint`, all later ones to `further`. */
    follow: <Path extends string, Taken extends AnyInput, Chosen extends Name>(
      path: Path,
      endpoint: QueryEndpoint<Taken, Page<FollowedItem>> & Fitting<Taken, InputOf<Path, Made<Chosen>>>,
      { scope, query, ...following }: { scope: Scope; query: Chosen } & Following,
    ): Route => {
      return { method: "GET", path, scope, answer: { kind: "followed", ...following }, query: schema(query), endpoint };
    },

    post: write("POST"),

    put: write("PUT"),

    /** The method `DELETE`: `delete` is a reserved word. */
    remove: <Path extends string, Taken extends AnyInput>(
      path: Path,
      endpoint: MutationEndpoint<Taken> & Fitting<Taken, InputOf<Path, unknown>>,
      options: { scope: Scope },
    ): Route => {
      return { method: "DELETE", path, ...options, endpoint };
    },

    /** Like `post`, but `preparation` turns the request's input into the endpoint's. */
    postPrepared: <Path extends string, Chosen extends Name, Prepared extends AnyInput>(
      path: Path,
      endpoint: MutationEndpoint<Prepared>,
      options: {
        scope: Scope;
        status?: 201;
        body: Chosen;
        preparation: () => Promise<Preparation<OutputOf<Schemas, Chosen> & InPath<Path>, Prepared>>;
      },
    ): Route => {
      return { method: "POST", path, ...options, body: schema(options.body), endpoint };
    },
  };
}
