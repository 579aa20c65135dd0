// The entries of runs among the limits that concern them. Only this file changes an entry and the counts of the limits,
// so both agree:
// - A limit never has more entries inside than it allows, except for runs that a runner has begun on its own.
// - What is ready takes no room, so a run that nobody claims stops no other one.
// - Of those that a limit has ready or holds, the first ones of each kind of work are `next`: as many as there is room
//   for, up to a bound. So a claim, which takes the first of all that can be claimed, never passes a better one over.
// Each function here returns the keys of the limits for which the last sentence may not hold any more, and its caller
// hands them to `promoteWaitingRuns` of promotion.ts.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { heldMs } from "../lib/jobAvailability";
import { omitNullish } from "../lib/omitNullish";
import { announceFrom } from "../lib/announceJob";
import { isRoundOf, limitOf, limitsOf, nextOfKind, rankOf, reasonOf, roomForNext } from "./limits";
import type { Limit } from "./limits";

export type QueueEntry = Doc<"queuePlaces">;
type Run = Doc<"runs">;
type Project = Pick<Doc<"projects">, "_id" | "queue">;

export async function entryOf(ctx: QueryCtx, runId: Id<"runs">): Promise<QueueEntry | null> {
  return await ctx.db
    .query("queuePlaces")
    .withIndex("by_run", (q) => q.eq("runId", runId))
    .unique();
}

/** Makes the entry of a run, which then takes no room yet. */
export async function addEntry(
  ctx: MutationCtx,
  run: Run,
  { jobId, sinceMs }: { jobId?: Id<"jobs">; sinceMs: number },
): Promise<QueueEntry> {
  const id = await ctx.db.insert("queuePlaces", {
    projectId: run.projectId,
    runId: run._id,
    limits: [],
    standing: "outside",
    sinceMs,
    rankMs: rankOf(sinceMs, run.priority),
    ...omitNullish({ jobId, conflictKey: run.conflictKey, isRound: isRoundOf(run) }),
  });
  await ctx.db.patch("runs", run._id, { isPlaced: true });
  const entry = await ctx.db.get("queuePlaces", id);
  if (entry === null) throw new Error("The new queue entry is missing.");
  return entry;
}

/** No more runs with one key are looked at in one transaction. */
export const maxWithKey = 100;

/** The runs with this conflict key that are not over, the oldest first. Those that are scheduled do not have it yet. */
export async function runsWithConflictKey(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  conflictKey: string,
): Promise<Run[]> {
  const entries = await entriesWithKey(ctx, { projectId, conflictKey }).take(maxWithKey);
  const runs = await Promise.all(entries.map(({ runId }) => ctx.db.get("runs", runId)));
  return runs.filter((run) => run !== null);
}

/** The entries with this key, the oldest first, up to those that were made at `upToMs`. */
export function entriesWithKey(
  ctx: QueryCtx,
  { projectId, conflictKey, upToMs = Infinity }: { projectId: Id<"projects">; conflictKey: string; upToMs?: number },
) {
  return ctx.db
    .query("queuePlaces")
    .withIndex("by_conflict", (q) =>
      q.eq("projectId", projectId).eq("conflictKey", conflictKey).lte("_creationTime", upToMs),
    );
}

const maxPosition = 100;

/** The position of the run among those that the same limit holds, counted from 1. Null when it is far behind. */
export async function positionIn(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  heldBy: string,
  runId: Id<"runs">,
): Promise<number | null> {
  const first = await ctx.db
    .query("queuePlaces")
    .withIndex("by_holder", (q) => q.eq("projectId", projectId).eq("heldBy", heldBy))
    .take(maxPosition);
  const index = first.findIndex((entry) => entry.runId === runId);
  return index === -1 ? null : index + 1;
}

type Standing = Pick<QueueEntry, "standing" | "limits" | "heldBy"> & {
  kept?: QueueEntry["kept"] | undefined;
  isNext?: boolean;
};

/** The limits that concern the run, without the one that its entry keeps whatever happens. */
export async function limitsAround(
  ctx: MutationCtx,
  project: Project,
  run: Run,
  { kept }: Pick<QueueEntry, "kept">,
): Promise<Limit[]> {
  return (await limitsOf(ctx, project, run)).filter(({ key }) => key !== kept);
}

function isCounted({ standing, limits, kept }: Standing, key: string, as: "inside" | "ready"): boolean {
  return (standing === as && limits.includes(key)) || (as === "inside" && kept === key);
}

/**
 * Changes the entry, and the counts and the next ones of all limits that it has left or come to. Returns the keys of
 * those that may have too many or too few next ones then.
 */
async function move(ctx: MutationCtx, entry: QueueEntry, change: Standing): Promise<string[]> {
  const { isNext = false, ...standing } = { kept: entry.kept, ...change };
  const unsettled: string[] = [];
  for (const key of new Set([...entry.limits, ...standing.limits, ...keptOf(entry)])) {
    const limit = await limitOf(ctx, entry.projectId, key);
    if (limit === null) continue;
    const after = countedAfter(limit, entry, { ...standing, isNext: isNext && standing.limits.includes(key) });
    if (after !== null) await ctx.db.patch("queueLimits", limit._id, after);
    if (!isSettled({ ...limit, ...after })) unsettled.push(key);
  }
  await ctx.db.patch("queuePlaces", entry._id, { ...standing, heldBy: standing.heldBy });
  return unsettled;
}

/** Null when nothing changes for the limit. */
function countedAfter(limit: Limit, entry: QueueEntry, to: Standing): Pick<Limit, "inside" | "ready" | "next"> | null {
  const change = (as: "inside" | "ready") =>
    Number(isCounted(to, limit.key, as)) - Number(isCounted(entry, limit.key, as));
  const [inside, ready] = [change("inside"), change("ready")];
  const { next = [] } = limit;
  const wasNext = next.some(({ placeId }) => placeId === entry._id);
  if (inside === 0 && ready === 0 && wasNext === (to.isNext === true)) return null;
  return { inside: limit.inside + inside, ready: limit.ready + ready, next: nextAfter(next, entry, to) };
}

function nextAfter(next: NonNullable<Limit["next"]>, { _id, rankMs, isRound }: QueueEntry, { isNext }: Standing) {
  const others = next.filter(({ placeId }) => placeId !== _id);
  if (isNext !== true) return others;
  const before = others.filter((other) => other.rankMs <= rankMs);
  return [...before, { placeId: _id, rankMs, ...omitNullish({ isRound }) }, ...others.slice(before.length)];
}

/** The two kinds of work, as `isRound` says it. */
export const kinds = [undefined, true] as const;

/** Whether as many of each kind are next as there is room for. */
function isSettled(limit: Limit): boolean {
  const room = roomForNext(limit);
  return kinds.every((isRound) => nextOfKind(limit, isRound).length === room);
}

const keptOf = ({ kept }: QueueEntry): string[] => (kept === undefined ? [] : [kept]);

/** The run waits until the limit `heldBy` has room. Its job is apart from those that can be claimed. */
export async function waitForLimit(
  ctx: MutationCtx,
  entry: QueueEntry,
  limits: readonly string[],
  heldBy: string,
): Promise<string[]> {
  const left = await move(ctx, entry, { standing: "held", limits: [...limits], heldBy });
  if (entry.jobId !== undefined) await ctx.db.patch("jobs", entry.jobId, { availableAtMs: heldMs, heldBy });
  await ctx.db.patch("runs", entry.runId, { hold: { by: heldBy, sinceMs: entry.sinceMs } });
  return left;
}

/**
 * Like `waitForLimit`, for a run that waited for something else until now: its log says so, which the layers above
 * write.
 */
export async function waitForLimitAndReport(
  ctx: MutationCtx,
  entry: QueueEntry,
  limits: readonly string[],
  heldBy: string,
): Promise<string[]> {
  const left = await waitForLimit(ctx, entry, limits, heldBy);
  if (entry.heldBy === undefined || reasonOf(entry.heldBy) !== reasonOf(heldBy)) {
    await ctx.scheduler.runAfter(0, internal.runs.scheduled.noteHold, { runId: entry.runId, heldBy });
  }
  return left;
}

/**
 * The job of the run can be claimed from `fromMs` on. The claim still decides whether there is room. One whose time has
 * not come is not next, so that others may go before it.
 */
export async function makeReady(
  ctx: MutationCtx,
  entry: QueueEntry,
  limits: readonly string[],
  fromMs: number,
): Promise<string[]> {
  const isNext = fromMs <= Date.now();
  const left = await move(ctx, entry, { standing: "ready", limits: [...limits], isNext });
  if (entry.standing === "held") await endHold(ctx, entry);
  return left;
}

/** No limit holds the run any more, so its job is among those that can be claimed. */
async function endHold(ctx: MutationCtx, entry: QueueEntry): Promise<void> {
  const run = await ctx.db.get("runs", entry.runId);
  await ctx.db.patch("runs", entry.runId, { hold: undefined });
  if (entry.jobId === undefined) return;
  const availableAtMs = run === null ? entry.sinceMs : claimableFrom(entry, run);
  await ctx.db.patch("jobs", entry.jobId, { availableAtMs, heldBy: undefined });
  await announceFrom(ctx, entry.jobId, Math.max(Date.now(), availableAtMs));
}

/** The next try of a job that has failed comes no sooner because a limit has held it. */
export function claimableFrom({ jobId, sinceMs }: QueueEntry, { retry }: Pick<Run, "retry">): number {
  return Math.max(Math.min(sinceMs, Date.now()), retry?.jobId === jobId ? (retry?.untilMs ?? 0) : 0);
}

/** The run takes room from now on. */
export async function occupySlot(ctx: MutationCtx, entry: QueueEntry, limits: readonly string[]): Promise<string[]> {
  const left = await move(ctx, entry, { standing: "inside", limits: [...limits] });
  if (entry.standing === "held") await endHold(ctx, entry);
  return left;
}

/** The run takes no room for now, as one that its runner has deferred. It is not over, so it keeps its conflict key. */
export async function releaseSlot(ctx: MutationCtx, entry: QueueEntry): Promise<string[]> {
  const inside = entry.standing === "inside" ? entry.limits : [];
  const kept = entry.kept ?? inside.find((key) => reasonOf(key) === "conflict");
  return await move(ctx, entry, { standing: "outside", limits: [], kept });
}

/** The run is over. */
export async function removeEntry(ctx: MutationCtx, entry: QueueEntry): Promise<string[]> {
  const left = await move(ctx, entry, { standing: "outside", limits: [], kept: undefined });
  await ctx.db.delete("queuePlaces", entry._id);
  return left;
}

/**
 * The limit of a conflict key goes with its last run, and so does one that was removed: entries name it until then, and
 * would not be counted if it was set again as a new row.
 */
export async function removeIfIdle(ctx: MutationCtx, limit: Limit): Promise<void> {
  const isEmpty = limit.inside === 0 && limit.ready === 0 && limit.isCounting !== true;
  if (isEmpty && (limit.most === undefined || reasonOf(limit.key) === "conflict")) {
    await ctx.db.delete("queueLimits", limit._id);
  }
}
