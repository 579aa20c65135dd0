// The row that each creation of a run changes for the number of the run. It also counts created runs, in total and of
// the present day, so that a creation changes no row of `tallies`.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { dayOf, zeroAmounts, addAmounts } from "./days";
import { beginDay } from "./dayRows";
import type { DayAmounts } from "./dayRows";

type CreatedRuns = Doc<"runNumbers">;

export async function readCreatedRuns(ctx: QueryCtx, projectId: Id<"projects">): Promise<CreatedRuns | null> {
  return await ctx.db
    .query("runNumbers")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .unique();
}

export function createdRunsOfDay(creations: CreatedRuns | null): DayAmounts {
  const { date = "", createdThatDay = 0 } = creations ?? {};
  return { date, day: addAmounts(zeroAmounts, { runsStarted: createdThatDay }) };
}

/** Counts a run that is created. Its number is `newest`: numbers have no gaps and are never used twice. */
export async function countCreatedRun(
  ctx: MutationCtx,
  projectId: Id<"projects">,
): Promise<{ newest: number; suppliesRound: number }> {
  const row = await readCreatedRuns(ctx, projectId);
  const { newest = 0, createdThatDay = 0, suppliesRound = 0 } = row ?? {};
  const date = dayOf(Date.now());
  const isSameDay = row?.date === date;
  if (!isSameDay) await beginDay(ctx, projectId, date, createdRunsOfDay(row));
  const changes = {
    newest: newest + 1,
    date,
    createdThatDay: isSameDay ? createdThatDay + 1 : 1,
  };
  if (row === null) await ctx.db.insert("runNumbers", { projectId, suppliesRound, ...changes });
  else await ctx.db.patch("runNumbers", row._id, changes);
  return { newest: changes.newest, suppliesRound };
}

/** Makes runs that are created from now on look for the present copies, see sharedCopies/model.ts. */
export async function outdateRememberedCopies(ctx: MutationCtx, projectId: Id<"projects">): Promise<void> {
  const row = await readCreatedRuns(ctx, projectId);
  if (row !== null) await ctx.db.patch("runNumbers", row._id, { suppliesRound: row.suppliesRound + 1 });
  else await ctx.db.insert("runNumbers", { projectId, newest: 0, date: "", createdThatDay: 0, suppliesRound: 1 });
}
