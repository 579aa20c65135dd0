// What each run used on each UTC day.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { dayOf } from "../counters/days";
import { addAmounts, amountsOf } from "./sums";

type RunUsage = Doc<"runUsage">;

/** Adds a record of the run to its day. */
export async function addToRunUsage(ctx: MutationCtx, run: Doc<"runs">, record: Doc<"usageRecords">): Promise<void> {
  const date = dayOf(record._creationTime);
  const amounts = amountsOf(record);
  const newest = await rowUpTo(ctx, run._id, lastDay);
  const isLate = newest !== null && newest.date > date;
  const row = isLate ? await rowUpTo(ctx, run._id, date) : newest;
  const totalMicroUsd = (row?.totalMicroUsd ?? 0) + amounts.costMicroUsd;
  if (row?.date === date) {
    await ctx.db.patch("runUsage", row._id, { ...addAmounts(row, amounts), totalMicroUsd });
  } else {
    const { projectId, _id: runId, runNumber } = run;
    await ctx.db.insert("runUsage", { projectId, runId, runNumber, date, ...amounts, totalMicroUsd });
  }
  if (isLate) await addToLaterTotals(ctx, run._id, date, amounts.costMicroUsd);
}

const lastDay = "9999-12-31";

/** A record of an earlier version may be older than records that this version has counted already. */
async function addToLaterTotals(ctx: MutationCtx, runId: Id<"runs">, date: string, cost: number): Promise<void> {
  const later = await ctx.db
    .query("runUsage")
    .withIndex("by_run", (q) => q.eq("runId", runId).gt("date", date))
    .take(maxLaterDays);
  for (const row of later) {
    await ctx.db.patch("runUsage", row._id, { totalMicroUsd: row.totalMicroUsd + cost });
  }
}

/** More days than a run works on while the migration is under way. */
const maxLaterDays = 200;

async function rowUpTo(ctx: QueryCtx, runId: Id<"runs">, date: string): Promise<RunUsage | null> {
  return await ctx.db
    .query("runUsage")
    .withIndex("by_run", (q) => q.eq("runId", runId).lte("date", date))
    .order("desc")
    .first();
}
