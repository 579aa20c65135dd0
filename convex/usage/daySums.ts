// The sums of each UTC day by model, workflow and persona. They are kept in the transaction that records the usage, so
// that no reader has to go through the records.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { dayOf } from "../counters/days";
import { maxShards, randomShard } from "../lib/sums";
import { addToDay, amountsOf, dimensions, keysOf } from "./sums";
import type { Dimension, KeyedSums } from "./sums";

type UsageRecord = Doc<"usageRecords">;

/** Adds a new record to one of the rows of the present day. */
export async function addToToday(ctx: MutationCtx, record: UsageRecord): Promise<void> {
  const { projectId } = record;
  const date = dayOf(record._creationTime);
  const shard = randomShard();
  const row = await ctx.db
    .query("usageCounters")
    .withIndex("by_project_and_date", (q) => q.eq("projectId", projectId).eq("date", date).eq("shard", shard))
    .unique();
  const sums = sumsWith(row, record);
  if (row !== null) return await ctx.db.patch("usageCounters", row._id, sums);
  await ctx.db.insert("usageCounters", { projectId, date, shard, ...sums });
  if ((await earlierCounters(ctx, projectId, date, 1)).length > 0)
    await ctx.scheduler.runAfter(0, internal.usage.scheduled.foldDays, { projectId, before: date });
}

/** Moves the sums of the days before this one to the rows of those days. Returns whether there may be more. */
export async function foldDays(ctx: MutationCtx, projectId: Id<"projects">, before: string): Promise<boolean> {
  const counters = await earlierCounters(ctx, projectId, before, maxShards);
  for (const { _id, date, ...sums } of counters) {
    for (const dimension of dimensions) await addToRow(ctx, { projectId, dimension, date }, sums[dimension]);
    await ctx.db.delete("usageCounters", _id);
  }
  return counters.length === maxShards;
}

/** Adds a record of an earlier version to its day. */
export async function addToItsDay(ctx: MutationCtx, record: UsageRecord): Promise<void> {
  const { projectId } = record;
  const date = dayOf(record._creationTime);
  const sums = sumsWith(null, record);
  for (const dimension of dimensions) await addToRow(ctx, { projectId, dimension, date }, sums[dimension]);
}

export interface DaySums {
  date: string;
  sums: KeyedSums;
}

/** The days of the period, which includes both ends, in any order. A day may occur in several parts. */
export async function readDaySums(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  dimension: Dimension,
  { first, last }: { first: string; last: string },
): Promise<DaySums[]> {
  const days = await ctx.db
    .query("usageDays")
    .withIndex("by_dimension_and_date", (q) =>
      q.eq("projectId", projectId).eq("dimension", dimension).gte("date", first).lte("date", last),
    )
    .take(maxDays);
  const counters = await ctx.db
    .query("usageCounters")
    .withIndex("by_project_and_date", (q) => q.eq("projectId", projectId).gte("date", first).lte("date", last))
    .take(4 * maxShards);
  return [...days, ...counters.map((row) => ({ date: row.date, sums: row[dimension] }))];
}

/** The most days of a period for which sums are added up. */
export const maxDays = 366;

function sumsWith(row: Doc<"usageCounters"> | null, record: UsageRecord): Record<Dimension, KeyedSums> {
  const keys = keysOf(record);
  const amounts = amountsOf(record);
  const of = (dimension: Dimension) => addToDay(row?.[dimension] ?? [], [{ key: keys[dimension], ...amounts }]);
  return { model: of("model"), workflow: of("workflow"), persona: of("persona") };
}

async function addToRow(
  ctx: MutationCtx,
  { projectId, dimension, date }: { projectId: Id<"projects">; dimension: Dimension; date: string },
  added: KeyedSums,
): Promise<void> {
  const row = await ctx.db
    .query("usageDays")
    .withIndex("by_dimension_and_date", (q) => q.eq("projectId", projectId).eq("dimension", dimension).eq("date", date))
    .unique();
  const sums = addToDay(row?.sums ?? [], added);
  if (row === null) await ctx.db.insert("usageDays", { projectId, dimension, date, sums });
  else await ctx.db.patch("usageDays", row._id, { sums });
}

async function earlierCounters(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  date: string,
  count: number,
): Promise<Doc<"usageCounters">[]> {
  return await ctx.db
    .query("usageCounters")
    .withIndex("by_project_and_date", (q) => q.eq("projectId", projectId).lt("date", date))
    .take(count);
}
