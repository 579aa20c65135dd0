// The index ranges behind lists of learnings: one for each way to filter a list.
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../lib/newestFirst";
import { newestFirstBy } from "../lib/newestFirst";
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
  const kept = { projectId, deletedAtMs: undefined };
  if (status !== undefined && category !== undefined) {
    return newestFirstBy(ctx, "learnings", "by_status_and_category", { ...kept, status, category });
  }
  if (status !== undefined) return newestFirstBy(ctx, "learnings", "by_status", { ...kept, status });
  if (category !== undefined) return newestFirstBy(ctx, "learnings", "by_category", { ...kept, category });
  return newestFirstBy(ctx, "learnings", "by_project", kept);
}
