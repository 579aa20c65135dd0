// The index ranges behind lists of learnings: one for each way to filter a list.
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../lib/newestFirst";
import type { LearningReview } from "./schema";

export interface Filters {
  status?: LearningReview | undefined;
  category?: string | undefined;
}

export function newestFirst(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { status, category }: Filters,
): NewestFirst<"learnings"> {
  const learnings = ctx.db.query("learnings");
  return (fromMs) => {
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
          q
            .eq("projectId", projectId)
            .eq("deletedAtMs", undefined)
            .eq("category", category)
            .lte("_creationTime", fromMs),
        )
        .order("desc");
    }
    return learnings
      .withIndex("by_project", (q) =>
        q.eq("projectId", projectId).eq("deletedAtMs", undefined).lte("_creationTime", fromMs),
      )
      .order("desc");
  };
}

export function newestFirstOfSandbox(ctx: QueryCtx, sandboxId: Id<"sandboxes">): NewestFirst<"learnings"> {
  return (fromMs) =>
    ctx.db
      .query("learnings")
      .withIndex("by_sandbox", (q) =>
        q.eq("sandboxId", sandboxId).eq("deletedAtMs", undefined).lte("_creationTime", fromMs),
      )
      .order("desc");
}
