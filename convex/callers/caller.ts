// The caller, as REST and dashboard functions know it. A domain's `handlers.ts` uses these types for both.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { publicId } from "../lib/publicIds";
import type { Actor } from "./actor";

export interface Caller {
  project: Doc<"projects">;
  /** The signed-in person, or the person for whom the API key was made. */
  userId: Id<"users">;
  /** The same person, or the API key itself. */
  actor: Actor;
  /** The workflows whose runs alone the caller may start and change. Absent when it may start and change all. */
  workflowIds?: readonly Id<"workflows">[];
}

export type ReadCtx = QueryCtx & Caller;
export type WriteCtx = MutationCtx & Caller;

/** Returns `deleted_user` for a person whose account was deleted, because the record of the action stays. */
export async function presentActor(ctx: QueryCtx, userId: Id<"users">): Promise<string> {
  const user = await ctx.db.get("users", userId);
  return user === null ? "deleted_user" : publicId("users", userId);
}
