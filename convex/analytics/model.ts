import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

type Amounts = Omit<Doc<"dailyStats">, "_id" | "_creationTime" | "projectId" | "date">;

const nothing: Amounts = { runsStarted: 0, runsCompleted: 0, runsFailed: 0, tokens: 0, costMicroUsd: 0, activeMs: 0 };

/** `YYYY-MM-DD` in UTC. */
export function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** Adds to the present day of the project: `addToToday(ctx, projectId, { runsStarted: 1 })` */
export async function addToToday(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  amounts: Partial<Amounts>,
): Promise<void> {
  const date = dayOf(Date.now());
  const row = await findDay(ctx, projectId, date);
  const sum = { ...nothing, ...(row === null ? {} : amountsOf(row)) };
  for (const name of Object.keys(nothing) as (keyof Amounts)[]) sum[name] += amounts[name] ?? 0;
  if (row === null) await ctx.db.insert("dailyStats", { projectId, date, ...sum });
  else await ctx.db.patch("dailyStats", row._id, sum);
}

function amountsOf({ runsStarted, runsCompleted, runsFailed, tokens, costMicroUsd, activeMs }: Amounts): Amounts {
  return { runsStarted, runsCompleted, runsFailed, tokens, costMicroUsd, activeMs };
}

async function findDay(ctx: QueryCtx, projectId: Id<"projects">, date: string): Promise<Doc<"dailyStats"> | null> {
  return await ctx.db
    .query("dailyStats")
    .withIndex("by_project_and_date", (q) => q.eq("projectId", projectId).eq("date", date))
    .unique();
}
