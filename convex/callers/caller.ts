// The caller, as REST functions and dashboard functions both know it. Operations that both offer are written once, with
// these types, in the `handlers.ts` of a domain.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

export interface Caller {
  project: Doc<"projects">;
  /** The signed-in person, or the person for whom the API key was made. */
  userId: Id<"users">;
}

export type ReadCtx = QueryCtx & Caller;
export type WriteCtx = MutationCtx & Caller;
