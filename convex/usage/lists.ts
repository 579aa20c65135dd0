import type { IndexRange } from "convex/server";
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../lib/newestFirst";
import { endOf, startOf } from "../lib/periods";
import type { Period } from "../lib/periods";

type UsageFilters = Period & { service?: string | undefined };

export function usageNewestFirst(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { startDate, endDate, service }: UsageFilters,
): NewestFirst<"usageRecords"> {
  const startMs = startDate === undefined ? 0 : startOf(startDate);
  const endMs = endDate === undefined ? Number.MAX_SAFE_INTEGER : endOf(endDate);
  return (fromMs) => {
    const within = (range: LowerBound) => {
      const begun = range.gte("_creationTime", startMs);
      return endMs <= fromMs ? begun.lt("_creationTime", endMs) : begun.lte("_creationTime", fromMs);
    };
    const records = ctx.db.query("usageRecords");
    const range =
      service === undefined
        ? records.withIndex("by_project", (q) => within(q.eq("projectId", projectId)))
        : records.withIndex("by_service", (q) => within(q.eq("projectId", projectId).eq("service", service)));
    return range.order("desc");
  };
}

interface LowerBound {
  gte(field: "_creationTime", value: number): UpperBound;
}

interface UpperBound {
  lt(field: "_creationTime", value: number): IndexRange;
  lte(field: "_creationTime", value: number): IndexRange;
}
