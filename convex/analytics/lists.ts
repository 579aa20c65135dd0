// What `readPage` asks for of days.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../api/pagination";
import { dayOf } from "../counters/days";
import { endOf, startOf } from "../lib/periods";
import type { Period } from "../lib/periods";

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
