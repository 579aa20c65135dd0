// How functions for REST endpoints are made. The builder takes the request's credential, so that no such function can
// run without an authenticated key that holds the route's scope; it hands on `ctx.key` and `ctx.project`, and checks
// both in the transaction that does the work.
import type { RegisteredQuery } from "convex/server";
import type { Infer, ObjectType, PropertyValidators, VObject } from "convex/values";
import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { internalQuery } from "../_generated/server";
import type { QueryCtx } from "../_generated/server";
import { authenticate, requireScope } from "../apiKeys/model";

/** `scope` is null where a request is refused for its route, which no scope belongs to. */
const credential = v.object({ keyHash: v.string(), scope: v.union(v.string(), v.null()) });
export type Credential = Infer<typeof credential>;

export type ProjectQueryCtx = QueryCtx & { key: Doc<"apiKeys">; project: Doc<"projects"> };

/** What the edge passes: `input` is the validated query, path and body of the request. */
export type EndpointArgs<Input> = { credential: Credential; input: Input };

export function projectQuery<Args extends PropertyValidators, Result>(definition: {
  args: Args;
  handler: (ctx: ProjectQueryCtx, input: ObjectType<Args>) => Promise<Result>;
}): RegisteredQuery<"internal", EndpointArgs<ObjectType<Args>>, Promise<Result>> {
  const input: VObject<ObjectType<Args>, Args> = v.object(definition.args);
  return internalQuery({
    args: { credential, input },
    handler: async (ctx, args: EndpointArgs<ObjectType<Args>>) => {
      const { key, project } = await authenticate(ctx, args.credential.keyHash);
      if (args.credential.scope !== null) requireScope(key, args.credential.scope);
      return await definition.handler({ ...ctx, key, project }, args.input);
    },
  });
}
