import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../api/pagination";

export function newestFirst(ctx: QueryCtx, projectId: Id<"projects">): NewestFirst<"sprintChains"> {
  return (fromMs) =>
    ctx.db
      .query("sprintChains")
      .withIndex("by_project", (q) => q.eq("projectId", projectId).lte("_creationTime", fromMs))
      .order("desc");
}
