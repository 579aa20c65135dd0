// Which of the waiting runs are next: the first ones of each kind of work, as many as each of their limits has room
// for.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { freeSlots, isAmongNext, isRoundOf, limitOf, nextOfKind, roomForNext } from "./limits";
import type { Limit } from "./limits";
import { claimableFrom, waitForLimitAndReport, kinds, limitsAround, makeReady, removeIfIdle } from "./entries";
import type { QueueEntry } from "./entries";

type Project = Doc<"projects">;

/** How many runs one transaction moves. Later transactions move the others. */
const movesPerStep = 20;

/**
 * The first limit that holds the run: it has no room, or others go before the run. The others do not hold a run whose
 * job can only be claimed from a later time on, `fromMs`.
 */
export function blockingLimit(limits: readonly Limit[], entry: QueueEntry, fromMs: number): Limit | undefined {
  const isLater = fromMs > Date.now();
  return limits.find((limit) => (isLater ? freeSlots(limit) <= 0 : !isAmongNext(limit, entry)));
}

/**
 * Makes the first runs next that the limits hold, and holds those that go later. What a run leaves at one limit may be
 * for another one. That ends: each run goes only to make room for one that goes before it.
 */
export async function promoteWaitingRuns(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const project = await ctx.db.get("projects", projectId);
  // In a deleted project nothing happens by itself, and its restoration looks at all limits.
  if (project === null || project.deletingAtMs !== undefined) return;
  const unsettled = new Set(keys);
  for (let moves = 0; moves < movesPerStep; moves++) {
    const [key] = unsettled;
    if (key === undefined) return;
    const left = await moveOne(ctx, project, key);
    if (left === null) unsettled.delete(key);
    else for (const other of left) unsettled.add(other);
  }
  for (const key of unsettled) await promoteWaitingRunsLater(ctx, { projectId, key });
}

/** The same in another transaction. */
export async function promoteWaitingRunsLater(ctx: MutationCtx, { projectId, key }: Pick<Limit, "projectId" | "key">) {
  await ctx.scheduler.runAfter(0, internal.queue.scheduled.letIn, { projectId, key });
}

/** Returns the keys of the limits that its move has unsettled. Null when the limit needs none. */
async function moveOne(ctx: MutationCtx, project: Project, key: string): Promise<string[] | null> {
  const limit = await limitOf(ctx, project._id, key);
  if (limit === null) return null;
  const room = roomForNext(limit);
  for (const isRound of kinds) {
    const beyond = nextOfKind(limit, isRound)[room];
    const entry = beyond === undefined ? null : await ctx.db.get("queuePlaces", beyond.placeId);
    if (entry !== null) return await waitForLimitAndReport(ctx, entry, entry.limits, key);
  }
  if (room === 0 || limit.isCounting === true) return null;
  let isIdle = true;
  for (const isRound of kinds) {
    const first = await firstHeld(ctx, project._id, key, isRound);
    if (first !== null && isAmongNext(limit, first)) return await release(ctx, project, first);
    isIdle &&= first === null;
  }
  if (isIdle) await removeIfIdle(ctx, limit);
  return null;
}

async function firstHeld(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  key: string,
  isRound: true | undefined,
): Promise<QueueEntry | null> {
  return await ctx.db
    .query("queuePlaces")
    .withIndex("by_holder_and_kind", (q) => q.eq("projectId", projectId).eq("heldBy", key).eq("isRound", isRound))
    .first();
}

/** The limit that held the run has room. Another one may hold it now. */
async function release(ctx: MutationCtx, project: Project, entry: QueueEntry): Promise<string[]> {
  const run = await ctx.db.get("runs", entry.runId);
  if (run === null) {
    await ctx.db.delete("queuePlaces", entry._id);
    return [];
  }
  const isRound = isRoundOf(run);
  if (entry.isRound !== isRound) {
    // An earlier version has made it.
    await ctx.db.patch("queuePlaces", entry._id, { isRound });
    return [];
  }
  const limits = await limitsAround(ctx, project, run, entry);
  const keys = limits.map(({ key }) => key);
  const others = limits.filter(({ key }) => key !== entry.heldBy);
  const fromMs = claimableFrom(entry, run);
  const other = blockingLimit(others, entry, fromMs);
  if (other === undefined) return await makeReady(ctx, entry, keys, fromMs);
  return await waitForLimitAndReport(ctx, entry, keys, other.key);
}
