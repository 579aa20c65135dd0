// The index range behind lists of days, for `readPage`.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../lib/newestFirst";
import { dayOf } from "../counters/days";
import { endOf, startOf } from "../lib/periods";
import type { Period } from "../lib/periods";

/** Days in the order of their date, no matter when their row was written. */
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

/** The days for `readPage`, which orders rows by creation time: each day gets the time of its date. */
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
