import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../lib/newestFirst";
import type { TrashType } from "../lib/trashed";

export function itemsNewestFirst(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  type: TrashType | undefined,
): NewestFirst<"trashItems"> {
  const items = ctx.db.query("trashItems");
  return (fromMs) => {
    const range =
      type === undefined
        ? items.withIndex("by_project", (q) => q.eq("projectId", projectId).lte("_creationTime", fromMs))
        : items.withIndex("by_type", (q) => q.eq("projectId", projectId).eq("type", type).lte("_creationTime", fromMs));
    return range.order("desc");
  };
}
