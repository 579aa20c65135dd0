// The sums of what runs have come to, by the UTC day of their creation and their group. They are kept in the
// transactions that change a run, so that no reader has to go through the runs.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { maxShards, randomShard } from "../lib/sums";
import { addToDays, addToSums } from "./amounts";
import type { DayOfOutcomes, OutcomeSum } from "./amounts";

/** One day may have changes of runs from many days. The row of a shard has no more than these. */
const maxSumsOfShard = 64;

/** Adds to the outcomes of the runs that were created on `date`. `today` is the present day. */
export async function addToOutcomes(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { date, today, added }: { date: string; today: string; added: OutcomeSum },
): Promise<void> {
  const shard = randomShard();
  const row = await ctx.db
    .query("outcomeCounters")
    .withIndex("by_project_and_date", (q) => q.eq("projectId", projectId).eq("date", today).eq("shard", shard))
    .unique();
  const days = addToDays(row?.days ?? [], date, added);
  if (row === null) {
    await ctx.db.insert("outcomeCounters", { projectId, date: today, shard, days });
    if ((await earlierRows(ctx, projectId, today, 1)).length > 0) await foldLater(ctx, projectId, today);
  } else if (sizeOf(days) <= maxSumsOfShard) await ctx.db.patch("outcomeCounters", row._id, { days });
  else await addToDay(ctx, projectId, date, [added]);
}

const sizeOf = (days: readonly DayOfOutcomes[]): number => days.reduce((size, { sums }) => size + sums.length, 0);

async function foldLater(ctx: MutationCtx, projectId: Id<"projects">, before: string): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.outcomes.scheduled.foldDays, { projectId, before });
}

/** Each of the rows may concern as many days as it has room for. */
const rowsAtOnce = 4;

/** Moves changes of earlier days to the rows of the days that they concern. A later transaction moves the rest. */
export async function foldDays(ctx: MutationCtx, projectId: Id<"projects">, before: string): Promise<void> {
  const rows = await earlierRows(ctx, projectId, before, rowsAtOnce);
  for (const { _id, days } of rows) {
    for (const { date, sums } of days) await addToDay(ctx, projectId, date, sums);
    await ctx.db.delete("outcomeCounters", _id);
  }
  if (rows.length === rowsAtOnce) await foldLater(ctx, projectId, before);
}

/** Adds to the row of a day. Several transactions that do so at once conflict. */
export async function addToDay(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  date: string,
  added: readonly OutcomeSum[],
): Promise<void> {
  if (added.length === 0) return;
  const row = await dayOfOutcomes(ctx, projectId, date);
  const sums = added.reduce<OutcomeSum[]>(addToSums, row?.sums ?? []);
  if (row === null) await ctx.db.insert("outcomeDays", { projectId, date, sums });
  else await ctx.db.patch("outcomeDays", row._id, { sums });
}

export async function dayOfOutcomes(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  date: string,
): Promise<Doc<"outcomeDays"> | null> {
  return await ctx.db
    .query("outcomeDays")
    .withIndex("by_project_and_date", (q) => q.eq("projectId", projectId).eq("date", date))
    .unique();
}

async function earlierRows(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  date: string,
  count: number,
): Promise<Doc<"outcomeCounters">[]> {
  return await ctx.db
    .query("outcomeCounters")
    .withIndex("by_project_and_date", (q) => q.eq("projectId", projectId).lt("date", date))
    .take(count);
}

/** The days of the period, which includes both ends, in any order. A day may occur repeatedly. */
export async function readOutcomes(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { first, last, maxDays }: { first: string; last: string; maxDays: number },
): Promise<DayOfOutcomes[]> {
  const days = await ctx.db
    .query("outcomeDays")
    .withIndex("by_project_and_date", (q) => q.eq("projectId", projectId).gte("date", first).lte("date", last))
    .take(maxDays);
  // Runs change on the day of their creation at the earliest.
  const changes = await ctx.db
    .query("outcomeCounters")
    .withIndex("by_project_and_date", (q) => q.eq("projectId", projectId).gte("date", first))
    .take(4 * maxShards);
  const started = await ctx.db
    .query("runNumbers")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .unique();
  const created = started === null ? [] : [{ date: started.date, sums: started.created ?? [] }];
  return [...days, ...changes.flatMap((row) => row.days), ...created].filter(
    ({ date }) => first <= date && date <= last,
  );
}
