// What the functions for REST and those of the dashboard know alike of who calls. What both offer is written once, on
// these, in the `handlers.ts` of a domain.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

export interface Caller {
  project: Doc<"projects">;
  /** Who is signed in, or for whom the calling key was made. */
  userId: Id<"users">;
}

export type ReadCtx = QueryCtx & Caller;
export type WriteCtx = MutationCtx & Caller;
