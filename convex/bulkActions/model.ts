// Takes a bulk action step by step. A step keeps its progress in the transaction that changes the runs, so a crash
// loses nothing and repeats nothing, and it schedules the next one. The clock continues an action whose next step was
// lost.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { WriteCtx } from "../callers/caller";
import { projectDeletedAtMs } from "../jobs/pausing";
import { batchBudget, isSpent, removeWithin, takeWithin } from "../lib/batchBudget";
import { getOrThrow } from "../lib/getDocument";
import { nextState } from "../lib/states";
import { dayMs, minuteMs } from "../lib/times";
import { hasBudgetLeft } from "../lib/transactionBudget";
import { actOn } from "./actions";
import type { BulkActionName, Search } from "./schema";
import { findBatch } from "./search";
import { bulkActionMoves } from "./status";

type BulkAction = Doc<"bulkActions">;

/** What it is about: runs that are still to be found, or those that are named. */
export type Target = Omit<Search, "beganMs" | "searched" | "fromMs" | "taken"> | { runIds: Id<"runs">[] };

/** Finds as many of the runs as this transaction has room for. No run is changed yet. */
export async function startBulkAction(ctx: WriteCtx, action: BulkActionName, target: Target): Promise<BulkAction> {
  const { project, actor: by, userId } = ctx;
  const none = { matched: 0, done: 0, skipped: 0, batches: 0, batch: 0, offset: 0, steps: 0 };
  const begun = { projectId: project._id, action, status: "running" as const, by, userId, movedAtMs: Date.now() };
  const bulkActionId = await ctx.db.insert("bulkActions", { ...begun, ...none });
  const bulk = await getOrThrow(ctx, "bulkActions", bulkActionId);
  await ctx.db.patch("bulkActions", bulkActionId, await firstFinds(ctx, bulk, target));
  await scheduleStep(ctx, bulkActionId, 0);
  return await getOrThrow(ctx, "bulkActions", bulkActionId);
}

async function firstFinds(ctx: MutationCtx, bulk: BulkAction, target: Target) {
  if (!("runIds" in target)) {
    const beganMs = bulk._creationTime;
    return await findBatch(ctx, bulk, { ...target, beganMs, searched: 0, fromMs: beganMs, taken: null });
  }
  const { runIds } = target;
  await ctx.db.insert("bulkBatches", { projectId: bulk.projectId, bulkActionId: bulk._id, number: 0, runIds });
  return { matched: runIds.length, batches: 1 };
}

/** Throws CONFLICT when it is over. What it has changed stays changed. */
export async function stopBulkAction(ctx: MutationCtx, bulk: BulkAction): Promise<BulkAction> {
  await ctx.db.patch("bulkActions", bulk._id, ended(bulk, "stop"));
  return await getOrThrow(ctx, "bulkActions", bulk._id);
}

function ended({ status }: BulkAction, move: "complete" | "stop") {
  const after = nextState("bulk action", bulkActionMoves, move, status);
  return { status: after, endedAtMs: Date.now(), movedAtMs: undefined, stalls: undefined };
}

/** A step that is scheduled twice is taken once. In a deleted project nothing happens until it is restored. */
export async function takeStep(ctx: MutationCtx, bulk: BulkAction, step: number): Promise<void> {
  if (bulk.status !== "running" || bulk.steps !== step) return;
  if ((await projectDeletedAtMs(ctx, bulk.projectId)) !== null) return;
  const progress = bulk.search === undefined ? await actOnBatch(ctx, bulk) : await findBatch(ctx, bulk, bulk.search);
  const moved = { ...progress, steps: step + 1, movedAtMs: Date.now(), stalls: undefined };
  const { search, batch, batches } = { ...bulk, ...progress };
  const isOver = search === undefined && batch >= batches;
  await ctx.db.patch("bulkActions", bulk._id, isOver ? { ...moved, ...ended(bulk, "complete") } : moved);
  if (!isOver) await scheduleStep(ctx, bulk._id, step + 1);
}

async function scheduleStep(ctx: MutationCtx, bulkActionId: Id<"bulkActions">, step: number): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.bulkActions.scheduled.step, { bulkActionId, step });
}

/** Where the clock had to continue the action, it acts on one run alone, and in the end without it. */
const stallsBeforeSkip = 3;

async function actOnBatch(ctx: MutationCtx, bulk: BulkAction): Promise<Partial<BulkAction>> {
  const { _id, action, batch, stalls = 0 } = bulk;
  const row = await ctx.db
    .query("bulkBatches")
    .withIndex("by_number", (q) => q.eq("bulkActionId", _id).eq("number", batch))
    .unique();
  if (row === null) return {};
  const counts = { done: bulk.done, skipped: bulk.skipped };
  let { offset } = bulk;
  for (const runId of row.runIds.slice(offset)) {
    const run = stalls > stallsBeforeSkip ? null : await ctx.db.get("runs", runId);
    counts[await actOn(ctx, action, run, bulk)] += 1;
    offset += 1;
    if (stalls > 0 || !(await hasBudgetLeft(ctx, "large"))) break;
  }
  if (offset < row.runIds.length) return { ...counts, offset };
  await ctx.db.delete("bulkBatches", row._id);
  return { ...counts, batch: batch + 1, offset: 0 };
}

const standsStillAfterMs = 2 * minuteMs;
const retentionMs = 30 * dayMs;
const rowsPerSweep = 100;

/** Continues what stands still, and deletes what ended long ago. Returns whether there may be more to delete. */
export async function sweepBulkActions(ctx: MutationCtx): Promise<boolean> {
  const nowMs = Date.now();
  const still = ctx.db
    .query("bulkActions")
    // Those that are over come before all times.
    .withIndex("by_step", (q) => q.gt("movedAtMs", 0).lt("movedAtMs", nowMs - standsStillAfterMs));
  for (const bulk of await takeWithin(batchBudget(rowsPerSweep), still)) await continueBulkAction(ctx, bulk);
  const budget = batchBudget(rowsPerSweep);
  const old = ctx.db
    .query("bulkActions")
    .withIndex("by_end", (q) => q.gt("endedAtMs", 0).lt("endedAtMs", nowMs - retentionMs));
  await removeWithin(budget, old, async ({ _id }) => {
    const batches = ctx.db.query("bulkBatches").withIndex("by_number", (q) => q.eq("bulkActionId", _id));
    await removeWithin(budget, batches, (batch) => ctx.db.delete("bulkBatches", batch._id));
    if (!isSpent(budget)) await ctx.db.delete("bulkActions", _id);
  });
  return isSpent(budget);
}

async function continueBulkAction(ctx: MutationCtx, { _id, projectId, steps, stalls = 0 }: BulkAction): Promise<void> {
  const isPaused = (await projectDeletedAtMs(ctx, projectId)) !== null;
  await ctx.db.patch("bulkActions", _id, { movedAtMs: Date.now(), ...(isPaused ? {} : { stalls: stalls + 1 }) });
  if (!isPaused) await scheduleStep(ctx, _id, steps);
}
