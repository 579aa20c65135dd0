// What `readPage` asks for of usage records and days.
import type { IndexRange } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../api/pagination";
import { dayOf } from "./days";
import { endOf, startOf } from "./period";
import type { Period } from "./period";

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

/** The place of a day in the list is its date, whenever its row was made. */
export function daysFrom(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { startDate, endDate }: Period,
): NewestFirst<"dailyStats"> {
  const firstDay = startDate === undefined ? "" : dayOf(startOf(startDate));
  const lastDay = endDate === undefined ? "9999-12-31" : dayOf(endOf(endDate) - 1);
  return (fromMs) => {
    const from = fromMs < Date.parse(lastDay) ? dayOf(fromMs) : lastDay;
    return ctx.db
      .query("dailyStats")
      .withIndex("by_project_and_date", (q) => q.eq("projectId", projectId).gte("date", firstDay).lte("date", from))
      .order("desc");
  };
}

/** As `readPage` takes them, which goes by the times of rows: they are given that of their date. */
export function daysNewestFirst(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  period: Period,
): (fromMs: number) => AsyncIterable<Doc<"dailyStats">> {
  const days = daysFrom(ctx, projectId, period);
  return (fromMs) => placedByDate(days(fromMs));
}

async function* placedByDate(days: AsyncIterable<Doc<"dailyStats">>): AsyncIterable<Doc<"dailyStats">> {
  for await (const day of days) yield { ...day, _creationTime: Date.parse(day.date) };
}
