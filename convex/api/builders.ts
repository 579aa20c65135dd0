// Builders of the functions behind REST endpoints. A builder checks the API key and its scope in the same transaction
// that does the work, so no endpoint can run without a valid key. It passes `ctx.key`, `ctx.project` and `ctx.userId`
// to the handler.
import type { RegisteredMutation, RegisteredQuery } from "convex/server";
import type { Infer } from "convex/values";
import { v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import { internalMutation, internalQuery } from "../_generated/server";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { keyActor } from "../callers/actor";
import { audited } from "../callers/audited";
import { authenticate, requireScope } from "../callers/keys";
import { isMarkedExpired } from "../callers/credentialValidity";
import type { HasEnded } from "../callers/credentialValidity";
import { requireCallable, requireWithinBounds } from "../callers/keyBounds";
import type { Quota } from "../callers/quotas";
import { countWrite } from "../callers/writeCounts";
import type { Caller } from "../callers/caller";
import type { Role } from "../callers/membership";
import { toJsonText } from "./envelope";
import type { JsonText } from "./envelope";
import { fromEach } from "../lib/fromEach";
import { omitNullish } from "../lib/omitNullish";
import type { NoInput } from "./routeBuilders";

/** `scope` is null when the request matches no route: then only the key is checked. */
export const credential = v.object({
  keyHash: v.string(),
  scope: v.union(v.string(), v.null()),
  // The route as people write it, for the record of the key's use.
  route: v.optional(v.string()),
  // Only requests that write have it. The results of reads are kept, so they do not depend on it.
  requestId: v.optional(v.string()),
  // The function that calls this one has counted the write and recorded the use of the key.
  isCounted: v.optional(v.literal(true)),
  // The function that changes something, when the call only asks whether the key may call it.
  wouldCall: v.optional(v.string()),
});
export type Credential = Infer<typeof credential>;

/** The edge has checked `input` against the route's schema, which also gives the type `Input`. */
const args = { credential, input: v.any() };

/** The arguments that the edge passes. `input` is the output of the route's schema. */
export type EndpointArgs<Input> = { credential: Credential; input: Input };

/** `role` is the present role of the person for whom the key was made. */
type KeyHolder = Caller & { key: Doc<"apiKeys">; role: Role };

/**
 * A query cannot record that its key was used, so the edge does it. The result does not say when the key was last used:
 * then every use would throw away a cached result.
 */
export interface QueryResult<Result> {
  result: JsonText<Result>;
  keyId: Id<"apiKeys">;
  growth?: ElapsedTime;
}

/** `quota` is what the key has left of its writes. Null without a limit, and where the caller has counted the write. */
export interface WriteResult<Result> {
  result: Result;
  quota: Quota | null;
}

/** A number that grows with the time, from `ms` on. Undefined means that it has stopped. */
export interface ElapsedTime {
  field: string;
  ms: number;
  sinceMs: number | undefined;
}

/** A result without its growing number, which the edge adds. */
export interface WithElapsedTime<Still> {
  still: Still;
  growth: ElapsedTime;
}

export function projectQuery<Input, Result>(
  handler: (ctx: QueryCtx & KeyHolder, input: Input) => Promise<Result>,
): RegisteredQuery<"internal", EndpointArgs<Input>, Promise<QueryResult<Result>>> {
  return internalQuery({
    args,
    handler: async (ctx, request: EndpointArgs<Input>) => {
      const caller = await admit(ctx, request.credential);
      const result = await handler({ ...ctx, ...caller }, request.input);
      return { result: toJsonText(result), keyId: caller.key._id };
    },
  });
}

/**
 * The platform cannot keep the result of a query that reads the clock, and clients ask for a running run again and
 * again. So this query does not read it, and the edge adds the number that grows.
 */
export function elapsedTimeQuery<Input, Still extends object>(
  handler: (ctx: QueryCtx & KeyHolder, input: Input) => Promise<WithElapsedTime<Still>>,
): RegisteredQuery<"internal", EndpointArgs<Input>, Promise<QueryResult<Still>>> {
  return internalQuery({
    args,
    handler: async (ctx, request: EndpointArgs<Input>) => {
      const caller = await admit(ctx, request.credential);
      const { still, growth } = await handler({ ...ctx, ...caller }, request.input);
      return { result: toJsonText(still), keyId: caller.key._id, growth };
    },
  });
}

export function projectMutation<Input, Result>(
  handler: (ctx: MutationCtx & KeyHolder, input: Input) => Promise<Result>,
): RegisteredMutation<"internal", EndpointArgs<Input>, Promise<WriteResult<Result>>> {
  return internalMutation({
    args,
    handler: async (ctx, request: EndpointArgs<Input>) => {
      const { input, credential } = request;
      const { caller, quota } = await admitWrite(ctx, credential);
      await requireWithinBounds(ctx, caller.key, input);
      const told = { input, requestId: credential.requestId ?? null };
      const result = await audited({ ...ctx, ...caller }, told, (watched) => handler(watched, input));
      return { result, quota };
    },
  });
}

type ReadHandler = (ctx: QueryCtx & KeyHolder, input: never) => Promise<unknown>;
type WriteHandler = (ctx: MutationCtx & KeyHolder, input: never) => Promise<unknown>;

// The types below leave out the functions that take something else.
const isReadHandler = (value: unknown): value is ReadHandler => typeof value === "function";
const isWriteHandler = (value: unknown): value is WriteHandler => typeof value === "function";

/** The input of a handler. One without a second parameter takes no input. */
type InputOf<Handler> = Handler extends (ctx: never, input: infer Input) => unknown
  ? unknown extends Input
    ? NoInput
    : Input
  : never;
type ResultOf<Handler> = Handler extends (...given: never) => Promise<infer Result> ? Result : never;

type ProjectQueries<Handlers> = {
  [Name in keyof Handlers as Handlers[Name] extends ReadHandler ? Name : never]: RegisteredQuery<
    "internal",
    EndpointArgs<InputOf<Handlers[Name]>>,
    Promise<QueryResult<ResultOf<Handlers[Name]>>>
  >;
};

type ProjectMutations<Handlers> = {
  [Name in keyof Handlers as Handlers[Name] extends WriteHandler ? Name : never]: RegisteredMutation<
    "internal",
    EndpointArgs<InputOf<Handlers[Name]>>,
    Promise<WriteResult<ResultOf<Handlers[Name]>>>
  >;
};

/** Makes endpoints from handlers of the same names: `export const { get, active } = projectQueries(handlers);` */
export function projectQueries<Handlers extends object>(handlers: Handlers): ProjectQueries<Handlers> {
  const made = fromEach(handlers, isReadHandler, (handler) => projectQuery(handler));
  // The type says what was made from each handler, and leaves out what is not such a handler.
  return made as ProjectQueries<Handlers>;
}

/** Makes endpoints from handlers of the same names: `export const { create, update } = projectMutations(handlers);` */
export function projectMutations<Handlers extends object>(handlers: Handlers): ProjectMutations<Handlers> {
  const made = fromEach(handlers, isWriteHandler, (handler) => projectMutation(handler));
  // The type says what was made from each handler, and leaves out what is not such a handler.
  return made as ProjectMutations<Handlers>;
}

/**
 * A query that is asked again and again for a waiting client, whom a `projectQuery` has admitted. It reads neither the
 * clock nor the uses of the key, so the platform keeps its result until a row that it read changes or the key ends.
 */
export function followQuery<Input, Result>(
  handler: (ctx: QueryCtx & KeyHolder, input: Input) => Promise<Result>,
): RegisteredQuery<"internal", EndpointArgs<Input>, Promise<Result>> {
  return internalQuery({
    args,
    handler: async (ctx, request: EndpointArgs<Input>) => {
      const caller = await admit(ctx, request.credential, isMarkedExpired);
      return await handler({ ...ctx, ...caller }, request.input);
    },
  });
}

export async function admit(
  ctx: QueryCtx,
  { keyHash, scope, wouldCall }: Credential,
  hasEnded?: HasEnded,
): Promise<KeyHolder> {
  const caller = callerOf(await authenticate(ctx, keyHash, hasEnded));
  if (scope !== null) requireScope(caller, scope);
  if (wouldCall !== undefined) requireCallable(caller.key, wouldCall);
  return caller;
}

/** Counts the write after the key is known to be good, and before anything else can refuse it. */
export async function admitWrite(
  ctx: MutationCtx,
  { keyHash, scope, route, isCounted }: Credential,
): Promise<{ caller: KeyHolder; quota: Quota | null }> {
  const caller = callerOf(await authenticate(ctx, keyHash));
  const quota = isCounted === true ? null : await countWrite(ctx, caller.key._id, route);
  if (scope !== null) requireScope(caller, scope);
  return { caller, quota };
}

function callerOf(holder: Pick<KeyHolder, "key" | "project" | "role">): KeyHolder {
  const { userId, workflowIds } = holder.key;
  return { ...holder, userId, actor: keyActor(holder.key), ...omitNullish({ workflowIds }) };
}
