// The rows of `dailyStats`, one per project and day. What is added on the present day is in other rows until that day
// is over.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { isZero, zeroAmounts, addAmounts } from "./days";
import type { Amounts } from "./days";

/** Amounts that were added on one day. `date` is empty when nothing was added yet. */
export type DayAmounts = Pick<Doc<"counters">, "date" | "day">;

/** Moves the amounts of an earlier day to that day's row. */
export async function beginDay(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  date: string,
  earlier: DayAmounts | null,
): Promise<void> {
  if (earlier !== null && earlier.date !== "")
    await addToDay(ctx, projectId, earlier.date, addAmounts(zeroAmounts, earlier.day));
  // A list of days is made of the rows of `dailyStats`, so the new day needs a row too.
  await addToDay(ctx, projectId, date, zeroAmounts);
}

async function addToDay(ctx: MutationCtx, projectId: Id<"projects">, date: string, amounts: Amounts): Promise<void> {
  const row = await ctx.db
    .query("dailyStats")
    .withIndex("by_project_and_date", (q) => q.eq("projectId", projectId).eq("date", date))
    .unique();
  if (row === null) await ctx.db.insert("dailyStats", { projectId, date, ...amounts });
  else if (!isZero(amounts)) await ctx.db.patch("dailyStats", row._id, addAmounts(row, amounts));
}
