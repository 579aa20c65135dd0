// The places of runs among the limits that concern them. Only this file changes a place and the counts of the limits,
// so both agree: a limit never has more places inside than it allows, and while it holds a run, those that are inside
// or ready take all its room.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { heldMs } from "../lib/jobAvailability";
import { omitNullish } from "../lib/omitNullish";
import { patchAndReturn } from "../lib/patchAndReturn";
import { announceFrom } from "../lib/announceJob";
import { isTaken, limitOf, limitsOf, rankOf, reasonOf, freeSlots } from "./limits";
import type { Limit } from "./limits";

export type Place = Doc<"queuePlaces">;
type Run = Doc<"runs">;
type Project = Pick<Doc<"projects">, "_id" | "queue">;

/** How many held runs one transaction looks at. Later transactions look at the others. */
const heldPerStep = 20;

export async function placeOf(ctx: QueryCtx, runId: Id<"runs">): Promise<Place | null> {
  return await ctx.db
    .query("queuePlaces")
    .withIndex("by_run", (q) => q.eq("runId", runId))
    .unique();
}

/** Makes the place of a run, which then takes no room yet. */
export async function addPlace(
  ctx: MutationCtx,
  run: Run,
  { jobId, sinceMs }: { jobId?: Id<"jobs">; sinceMs: number },
): Promise<Place> {
  const id = await ctx.db.insert("queuePlaces", {
    projectId: run.projectId,
    runId: run._id,
    limits: [],
    standing: "outside",
    sinceMs,
    rankMs: rankOf(sinceMs, run.priority),
    ...omitNullish({ jobId, conflictKey: run.conflictKey }),
  });
  await ctx.db.patch("runs", run._id, { isPlaced: true });
  const place = await ctx.db.get("queuePlaces", id);
  if (place === null) throw new Error("The place has just been made.");
  return place;
}

/** No more runs with one key are looked at. */
const maxWithKey = 100;

/** The runs with this conflict key that are not over, the oldest first. Those that are scheduled do not have it yet. */
export async function runsWithConflictKey(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  conflictKey: string,
): Promise<Run[]> {
  const places = await ctx.db
    .query("queuePlaces")
    .withIndex("by_conflict", (q) => q.eq("projectId", projectId).eq("conflictKey", conflictKey))
    .take(maxWithKey);
  const runs = await Promise.all(places.map(({ runId }) => ctx.db.get("runs", runId)));
  return runs.filter((run) => run !== null);
}

const maxPosition = 100;

/** The place of the run among those that the same limit holds, counted from 1. Null when it is far behind. */
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
  const index = first.findIndex((place) => place.runId === runId);
  return index === -1 ? null : index + 1;
}

type Standing = Pick<Place, "standing" | "limits" | "heldBy"> & { kept?: Place["kept"] | undefined };

/** The limits that concern the run, without the one that its place keeps whatever happens. */
export async function limitsAround(
  ctx: MutationCtx,
  project: Project,
  run: Run,
  { kept }: Pick<Place, "kept">,
): Promise<Limit[]> {
  return (await limitsOf(ctx, project, run)).filter(({ key }) => key !== kept);
}

/** The first limit that would hold the run, without those that count it as ready already. */
export function takenOf(limits: readonly Limit[], place: Place, priority: number): Limit | undefined {
  const isReady = ({ key }: Limit) => place.standing === "ready" && place.limits.includes(key);
  return limits.find((limit) => !isReady(limit) && isTaken(limit, priority));
}

function isCounted({ standing, limits, kept }: Standing, key: string, as: "inside" | "ready"): boolean {
  return (standing === as && limits.includes(key)) || (as === "inside" && kept === key);
}

/** Changes the place and the counts of all limits that it has left or come to. */
async function move(ctx: MutationCtx, place: Place, change: Standing): Promise<Place> {
  const to = { kept: place.kept, ...change };
  for (const key of new Set([...place.limits, ...to.limits, ...keptOf(place)])) {
    const limit = await limitOf(ctx, place.projectId, key);
    if (limit === null) continue;
    const change = (as: "inside" | "ready") => Number(isCounted(to, key, as)) - Number(isCounted(place, key, as));
    const [inside, ready] = [change("inside"), change("ready")];
    if (inside === 0 && ready === 0) continue;
    await ctx.db.patch("queueLimits", limit._id, { inside: limit.inside + inside, ready: limit.ready + ready });
  }
  return await patchAndReturn(ctx, "queuePlaces", place, { ...to, heldBy: to.heldBy });
}

const keptOf = ({ kept }: Place): string[] => (kept === undefined ? [] : [kept]);

/** The run waits until the limit `heldBy` has room. Its job is apart from those that can be claimed. */
export async function hold(ctx: MutationCtx, place: Place, limits: readonly string[], heldBy: string): Promise<void> {
  const left = await move(ctx, place, { standing: "held", limits: [...limits], heldBy });
  if (left.jobId !== undefined) await ctx.db.patch("jobs", left.jobId, { availableAtMs: heldMs, heldBy });
  await ctx.db.patch("runs", left.runId, { hold: { by: heldBy, sinceMs: left.sinceMs } });
  if (place.standing !== "held") await letOthersIn(ctx, place, heldBy);
}

/** Like `hold`, for a run that waited for something else until now: its log says so, which the layers above write. */
export async function holdAndReport(
  ctx: MutationCtx,
  place: Place,
  limits: readonly string[],
  heldBy: string,
): Promise<void> {
  await hold(ctx, place, limits, heldBy);
  if (place.heldBy !== undefined && reasonOf(place.heldBy) === reasonOf(heldBy)) return;
  await ctx.scheduler.runAfter(0, internal.runs.scheduled.noteHold, { runId: place.runId, heldBy });
}

/** The job of the run can be claimed. The claim still decides whether there is room. */
export async function makeReady(ctx: MutationCtx, place: Place, limits: readonly string[]): Promise<void> {
  await move(ctx, place, { standing: "ready", limits: [...limits] });
  if (place.standing === "held") await endHold(ctx, place);
}

/** No limit holds the run any more, so its job is among those that can be claimed. */
async function endHold(ctx: MutationCtx, place: Place): Promise<void> {
  const run = await ctx.db.get("runs", place.runId);
  await ctx.db.patch("runs", place.runId, { hold: undefined });
  if (place.jobId === undefined) return;
  // The next try of a job that has failed comes no sooner because a limit has held it.
  const retryMs = run?.retry?.jobId === place.jobId ? run.retry.untilMs : 0;
  const availableAtMs = Math.max(place.sinceMs, retryMs);
  await ctx.db.patch("jobs", place.jobId, { availableAtMs, heldBy: undefined });
  await announceFrom(ctx, place.jobId, Math.max(Date.now(), availableAtMs));
}

/** The run takes room from now on. */
export async function admit(ctx: MutationCtx, place: Place, limits: readonly string[]): Promise<void> {
  await move(ctx, place, { standing: "inside", limits: [...limits] });
  if (place.standing === "held") await endHold(ctx, place);
}

/** The run takes no room for now, as one that its runner has deferred. It is not over, so it keeps its conflict key. */
export async function vacate(ctx: MutationCtx, place: Place): Promise<void> {
  const inside = place.standing === "inside" ? place.limits : [];
  const kept = place.kept ?? inside.find((key) => reasonOf(key) === "conflict");
  await move(ctx, place, { standing: "outside", limits: [], kept });
  await letOthersIn(ctx, place, kept);
}

/** The run is over. */
export async function removePlace(ctx: MutationCtx, place: Place): Promise<void> {
  await move(ctx, place, { standing: "outside", limits: [], kept: undefined });
  await ctx.db.delete("queuePlaces", place._id);
  if (place.standing !== "held") await letOthersIn(ctx, place);
  for (const key of keptOf(place)) await advance(ctx, place.projectId, key, 1);
}

/** Others may have the room of the run. One more of them is ready then, as it may come before one that is ready. */
async function letOthersIn(ctx: MutationCtx, { projectId, standing, limits }: Place, except?: string): Promise<void> {
  for (const key of limits) if (key !== except) await advance(ctx, projectId, key, Number(standing === "inside"));
}

/** Makes held runs ready: as many as there is room for, and at least `atLeast` where there is any. */
export async function advance(ctx: MutationCtx, projectId: Id<"projects">, key: string, atLeast = 0): Promise<void> {
  const project = await ctx.db.get("projects", projectId);
  // In a deleted project nothing happens by itself, and its restoration looks at all limits.
  if (project === null || project.deletingAtMs !== undefined) return;
  for (let looked = 0; looked < heldPerStep; looked++) {
    const limit = await limitOf(ctx, projectId, key);
    if (limit === null) return;
    const free = freeSlots(limit);
    if (free <= 0 || (limit.ready >= free && looked >= atLeast)) return;
    const first = await firstHeld(ctx, projectId, key);
    if (first === null) return await removeIfIdle(ctx, limit);
    await releaseOrHold(ctx, project, first);
  }
  await ctx.scheduler.runAfter(0, internal.queue.scheduled.letIn, { projectId, key });
}

async function firstHeld(ctx: QueryCtx, projectId: Id<"projects">, key: string): Promise<Place | null> {
  return await ctx.db
    .query("queuePlaces")
    .withIndex("by_holder", (q) => q.eq("projectId", projectId).eq("heldBy", key))
    .first();
}

/** The limit that held the run has room. Another one may hold it now. */
async function releaseOrHold(ctx: MutationCtx, project: Project, place: Place): Promise<void> {
  const run = await ctx.db.get("runs", place.runId);
  if (run === null) return await ctx.db.delete("queuePlaces", place._id);
  const limits = await limitsAround(ctx, project, run, place);
  const keys = limits.map(({ key }) => key);
  const others = limits.filter(({ key }) => key !== place.heldBy);
  const other = takenOf(others, place, run.priority ?? 0);
  if (other === undefined) await makeReady(ctx, place, keys);
  else await holdAndReport(ctx, place, keys, other.key);
}

/**
 * The limit of a conflict key goes with its last run, and so does one that was removed: places name it until then, and
 * would not be counted if it was set again as a new row.
 */
async function removeIfIdle(ctx: MutationCtx, limit: Limit): Promise<void> {
  const isEmpty = limit.inside === 0 && limit.ready === 0 && limit.isCounting !== true;
  if (isEmpty && (limit.most === undefined || reasonOf(limit.key) === "conflict")) {
    await ctx.db.delete("queueLimits", limit._id);
  }
}
