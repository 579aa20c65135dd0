// How functions for REST endpoints are made. The builder takes the request's credential, so that no such function can
// run without an authenticated key that holds the route's scope; it hands on `ctx.key`, `ctx.project` and `ctx.userId`,
// and checks the key in the transaction that does the work.
import type { RegisteredMutation, RegisteredQuery } from "convex/server";
import type { Infer } from "convex/values";
import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { internalMutation, internalQuery } from "../_generated/server";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { authenticate, requireScope } from "../callers/keys";
import { isMarkedExpired } from "../callers/keyStanding";
import type { HasEnded } from "../callers/keyStanding";
import { lastUseMs, noteUse } from "../callers/keyUses";
import type { Caller } from "../callers/caller";
import type { Role } from "../callers/membership";
import { writeJson } from "./jsonText";
import type { JsonText } from "./jsonText";

/** `scope` is null where a request is refused for its route, which no scope belongs to. */
export const credential = v.object({ keyHash: v.string(), scope: v.union(v.string(), v.null()) });
export type Credential = Infer<typeof credential>;

/**
 * `input` is any value here: the edge, which alone calls these functions, has already checked it by the schema of the
 * route, and the type of `Input` is that schema's.
 */
const args = { credential, input: v.any() };

/** What the edge passes: `input` is what the request says, as the route's schemas make it. */
export type EndpointArgs<Input> = { credential: Credential; input: Input };

/** `role` is that of the person for whom the key was made, at this moment. */
type KeyHolder = Caller & { key: Doc<"apiKeys">; role: Role };

/** What a query found, and when its key was last used: a query cannot write that down, so the edge does where need be. */
export interface Found<Result> {
  result: JsonText<Result>;
  lastUsedMs: number | null;
}

export function projectQuery<Input, Result>(
  handler: (ctx: QueryCtx & KeyHolder, input: Input) => Promise<Result>,
): RegisteredQuery<"internal", EndpointArgs<Input>, Promise<Found<Result>>> {
  return internalQuery({
    args,
    handler: async (ctx, request: EndpointArgs<Input>) => {
      const caller = await admit(ctx, request.credential);
      const result = await handler({ ...ctx, ...caller }, request.input);
      return { result: writeJson(result), lastUsedMs: await lastUseMs(ctx, caller.key._id) };
    },
  });
}

export function projectMutation<Input, Result>(
  handler: (ctx: MutationCtx & KeyHolder, input: Input) => Promise<Result>,
): RegisteredMutation<"internal", EndpointArgs<Input>, Promise<Result>> {
  return internalMutation({
    args,
    handler: async (ctx, request: EndpointArgs<Input>) => {
      const caller = await admit(ctx, request.credential);
      await noteUse(ctx, caller.key._id);
      return await handler({ ...ctx, ...caller }, request.input);
    },
  });
}

/**
 * For what clients wait for, who have been admitted by a `projectQuery` before: looks neither at the clock nor at the use
 * of the key, so that its result is kept, and asked for again and again without a read, until what it shows changes or
 * the key is not good any more.
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

/** Throws AUTH_INVALID and SCOPE_DENIED. */
export async function admit(ctx: QueryCtx, { keyHash, scope }: Credential, hasEnded?: HasEnded): Promise<KeyHolder> {
  const caller = await authenticate(ctx, keyHash, hasEnded);
  if (scope !== null) requireScope(caller, scope);
  return { ...caller, userId: caller.key.userId };
}
