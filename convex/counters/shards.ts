// Sums of what a project has and of what happened in it today. Each mutation adds to one of several rows,
// because all would conflict over one, and readers add the rows up. One row holds all sums, so a mutation writes one
// document.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { dayOf, isZero, zeroAmounts, addAmounts } from "./days";
import type { Amounts } from "./days";
import { randomShard, maxShards } from "../lib/sums";
import { readCreatedRuns, createdRunsOfDay } from "./createdRuns";
import { beginDay } from "./dayRows";

/** The counts by name. A name is absent until something is counted under it. */
export type Counts = Doc<"counters">["counts"];

/** Adds amounts: `addCounts(ctx, projectId, { counts: { totalRuns: 1 }, today: { runsStarted: 1 } })` */
export async function addCounts(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { counts = {}, today = {} }: { counts?: Counts; today?: Partial<Amounts> },
): Promise<void> {
  if (isZero({ ...counts, ...today })) return;
  const shard = randomShard();
  const row = await ctx.db
    .query("counters")
    .withIndex("by_project", (q) => q.eq("projectId", projectId).eq("shard", shard))
    .unique();
  const changes = { counts: sumOfCounts(row?.counts ?? {}, counts), ...(await dayAfter(ctx, projectId, row, today)) };
  if (row === null) await ctx.db.insert("counters", { projectId, shard, date: "", day: zeroAmounts, ...changes });
  else await ctx.db.patch("counters", row._id, changes);
}

/** When a new day begins, the amounts of a shard's earlier day move to that day's row of `dailyStats`. */
async function dayAfter(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  row: Doc<"counters"> | null,
  today: Partial<Amounts>,
): Promise<Partial<Pick<Doc<"counters">, "date" | "day">>> {
  if (isZero(today)) return {};
  const date = dayOf(Date.now());
  if (row?.date === date) return { day: addAmounts(row.day, today) };
  await beginDay(ctx, projectId, date, row);
  return { date, day: addAmounts(zeroAmounts, today) };
}

export async function readCounts(ctx: QueryCtx, projectId: Id<"projects">): Promise<Counts> {
  return (await rowsOf(ctx, projectId)).map(({ counts }) => counts).reduce(sumOfCounts, {});
}

/** The amounts by day that must be added to the rows of `dailyStats`. */
export async function readDays(ctx: QueryCtx, projectId: Id<"projects">): Promise<ReadonlyMap<string, Amounts>> {
  const days = new Map<string, Amounts>();
  const parts = [...(await rowsOf(ctx, projectId)), createdRunsOfDay(await readCreatedRuns(ctx, projectId))];
  for (const { date, day } of parts) days.set(date, addAmounts(days.get(date) ?? zeroAmounts, day));
  return days;
}

async function rowsOf(ctx: QueryCtx, projectId: Id<"projects">): Promise<Doc<"counters">[]> {
  return await ctx.db
    .query("counters")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .take(maxShards);
}

function sumOfCounts(one: Counts, other: Counts): Counts {
  const sums: Counts = { ...one };
  for (const name of Object.keys(other) as (keyof Counts)[]) sums[name] = (one[name] ?? 0) + (other[name] ?? 0);
  return sums;
}
