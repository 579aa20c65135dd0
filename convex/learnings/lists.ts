// The index ranges that lists of learnings are made of, newest first.
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { LearningReview } from "./schema";

export interface Filters {
  status?: LearningReview | undefined;
  category?: string | undefined;
}

export function learningsOf(ctx: QueryCtx, projectId: Id<"projects">, { status, category }: Filters, fromMs: number) {
  const learnings = ctx.db.query("learnings");
  if (status !== undefined && category !== undefined) {
    return learnings
      .withIndex("by_status_and_category", (q) =>
        q
          .eq("projectId", projectId)
          .eq("deletedAtMs", undefined)
          .eq("status", status)
          .eq("category", category)
          .lte("_creationTime", fromMs),
      )
      .order("desc");
  }
  if (status !== undefined) {
    return learnings
      .withIndex("by_status", (q) =>
        q.eq("projectId", projectId).eq("deletedAtMs", undefined).eq("status", status).lte("_creationTime", fromMs),
      )
      .order("desc");
  }
  if (category !== undefined) {
    return learnings
      .withIndex("by_category", (q) =>
        q.eq("projectId", projectId).eq("deletedAtMs", undefined).eq("category", category).lte("_creationTime", fromMs),
      )
      .order("desc");
  }
  return learnings
    .withIndex("by_project", (q) =>
      q.eq("projectId", projectId).eq("deletedAtMs", undefined).lte("_creationTime", fromMs),
    )
    .order("desc");
}

export function learningsOfSandbox(ctx: QueryCtx, sandboxId: Id<"sandboxes">, fromMs: number) {
  return ctx.db
    .query("learnings")
    .withIndex("by_sandbox", (q) =>
      q.eq("sandboxId", sandboxId).eq("deletedAtMs", undefined).lte("_creationTime", fromMs),
    )
    .order("desc");
}
