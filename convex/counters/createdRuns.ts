// The row that each creation of a run changes for the number of the run. It also counts created runs, in total and of
// the present day, so that a creation changes no row of `counters`.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { limitOf, minuteAt, quotaOf, rateLimited } from "../callers/quotas";
import type { Minute, Quota } from "../callers/quotas";
import { invalid } from "../lib/errors";
import type { OutcomeGroup } from "../outcomes/amounts";
import { countInGroup } from "../outcomes/created";
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

/**
 * Counts a run that is created. Its number is `newest`: numbers have no gaps and are never used twice. `group` is the
 * one in which its outcomes are counted. Throws RATE_LIMITED when somebody has asked for it and the minute has no room.
 */
export async function countCreatedRun(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { isAskedFor, wantedGroup }: { isAskedFor: boolean; wantedGroup: OutcomeGroup },
): Promise<{ newest: number; sharedCopiesRound: number; group: OutcomeGroup }> {
  const row = await readCreatedRuns(ctx, projectId);
  const { newest = 0, createdThatDay = 0, sharedCopiesRound = 0 } = row ?? {};
  const date = dayOf(Date.now());
  const isSameDay = row?.date === date;
  if (!isSameDay) await beginDay(ctx, projectId, date, createdRunsOfDay(row));
  const { group, created } = await countInGroup(ctx, { projectId, row, date }, wantedGroup);
  const changes = {
    newest: newest + 1,
    date,
    createdThatDay: isSameDay ? createdThatDay + 1 : 1,
    created,
    ...(isAskedFor ? countStart(row?.starts) : {}),
  };
  if (row === null) await ctx.db.insert("runNumbers", { projectId, sharedCopiesRound, ...changes });
  else await ctx.db.patch("runNumbers", row._id, changes);
  return { newest: changes.newest, sharedCopiesRound, group };
}

function countStart(latest: Minute | undefined): { starts?: Minute } {
  const limit = limitOf("starts");
  if (limit === 0) return {};
  const minute = minuteAt(latest, Date.now());
  if (minute.count >= limit) throw rateLimited(quotaOf("starts", limit, minute));
  return { starts: { ...minute, count: minute.count + 1 } };
}

/** What the project has left of its starts. Null without a limit. */
export async function readStartQuota(ctx: QueryCtx, projectId: Id<"projects">): Promise<Quota | null> {
  const limit = limitOf("starts");
  if (limit === 0) return null;
  const { starts } = (await readCreatedRuns(ctx, projectId)) ?? {};
  return quotaOf("starts", limit, minuteAt(starts, Date.now()));
}

/** Throws RATE_LIMITED unless all of `runs` can start now, and VALIDATION when more than a minute may have. */
export async function requireStartsLeft(ctx: QueryCtx, projectId: Id<"projects">, runs: readonly object[]) {
  const quota = await readStartQuota(ctx, projectId);
  if (quota === null || runs.length <= quota.remaining) return;
  if (runs.length <= quota.limit) throw rateLimited(quota);
  throw invalid(
    "runs",
    `runs must have at most ${quota.limit} elements, because no more runs of a project may start in a minute.`,
  );
}

/** Makes runs that are created from now on look for the present copies, see sharedCopies/model.ts. */
export async function outdateRememberedCopies(ctx: MutationCtx, projectId: Id<"projects">): Promise<void> {
  const row = await readCreatedRuns(ctx, projectId);
  if (row !== null) await ctx.db.patch("runNumbers", row._id, { sharedCopiesRound: row.sharedCopiesRound + 1 });
  else await ctx.db.insert("runNumbers", { projectId, newest: 0, date: "", createdThatDay: 0, sharedCopiesRound: 1 });
}
