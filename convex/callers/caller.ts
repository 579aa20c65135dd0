// The caller, as REST functions and dashboard functions both know it. Operations that both offer are written once, with
// these types, in the `handlers.ts` of a domain.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { publicId } from "../lib/publicIds";

export interface Caller {
  project: Doc<"projects">;
  /** The signed-in person, or the person for whom the API key was made. */
  userId: Id<"users">;
}

export type ReadCtx = QueryCtx & Caller;
export type WriteCtx = MutationCtx & Caller;

/**
 * The public id of the person who did something. After that person's account is deleted the record of the action stays,
 * and this returns `deleted_user`.
 */
export async function presentActor(ctx: QueryCtx, userId: Id<"users">): Promise<string> {
  const user = await ctx.db.get("users", userId);
  return user === null ? "deleted_user" : publicId("users", userId);
}
