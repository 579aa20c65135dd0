// What a project has, and what happened in it today, as sums that are changed with whatever they count. One row would be
// what all mutations of a project meet in, so each adds to one of several rows, and who reads adds them up. All sums are
// in one row, so that a mutation reads and writes one document for them. What older versions have counted stays in the
// rows of `projectCounters`, `dailyStats` and `learningCounts` and is part of every sum.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { dayOf, isNothing, nothing, plus } from "./days";
import type { Amounts } from "./days";
import { anyShard, shardsMax } from "../lib/shards";

/** Names of what was never counted are absent. */
export type Counts = Doc<"tallies">["counts"];

/** Adds: `tally(ctx, projectId, { counts: { totalRuns: 1 }, today: { runsStarted: 1 } })` */
export async function tally(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { counts = {}, today = {} }: { counts?: Counts; today?: Partial<Amounts> },
): Promise<void> {
  if (isNothing({ ...counts, ...today })) return;
  const shard = anyShard();
  const row = await ctx.db
    .query("tallies")
    .withIndex("by_project", (q) => q.eq("projectId", projectId).eq("shard", shard))
    .unique();
  const changes = { counts: addedUp(row?.counts ?? {}, counts), ...(await dayAfter(ctx, projectId, row, today)) };
  if (row === null) await ctx.db.insert("tallies", { projectId, shard, date: "", day: nothing, ...changes });
  else await ctx.db.patch("tallies", row._id, changes);
}

/** The day of a row is the last on which something was added to it; what it had of another one goes to that day's row. */
async function dayAfter(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  row: Doc<"tallies"> | null,
  today: Partial<Amounts>,
): Promise<Partial<Pick<Doc<"tallies">, "date" | "day">>> {
  if (isNothing(today)) return {};
  const date = dayOf(Date.now());
  if (row?.date === date) return { day: plus(row.day, today) };
  if (row !== null && row.date !== "") await addToDay(ctx, projectId, row.date, row.day);
  // Lists of days go by their rows.
  await addToDay(ctx, projectId, date, nothing);
  return { date, day: plus(nothing, today) };
}

async function addToDay(ctx: MutationCtx, projectId: Id<"projects">, date: string, amounts: Amounts): Promise<void> {
  const row = await ctx.db
    .query("dailyStats")
    .withIndex("by_project_and_date", (q) => q.eq("projectId", projectId).eq("date", date))
    .unique();
  if (row === null) await ctx.db.insert("dailyStats", { projectId, date, ...amounts });
  else if (!isNothing(amounts)) await ctx.db.patch("dailyStats", row._id, plus(row, amounts));
}

export async function readCounts(ctx: QueryCtx, projectId: Id<"projects">): Promise<Counts> {
  return (await rowsOf(ctx, projectId)).map(({ counts }) => counts).reduce(addedUp, {});
}

/** What is to be added to the rows of days. */
export async function readDays(ctx: QueryCtx, projectId: Id<"projects">): Promise<ReadonlyMap<string, Amounts>> {
  const days = new Map<string, Amounts>();
  for (const { date, day } of await rowsOf(ctx, projectId)) days.set(date, plus(days.get(date) ?? nothing, day));
  return days;
}

async function rowsOf(ctx: QueryCtx, projectId: Id<"projects">): Promise<Doc<"tallies">[]> {
  return await ctx.db
    .query("tallies")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .take(shardsMax);
}

function addedUp(one: Counts, other: Counts): Counts {
  const sums = { ...one };
  for (const name of Object.keys(other) as (keyof Counts)[]) sums[name] = (one[name] ?? 0) + (other[name] ?? 0);
  return sums;
}
