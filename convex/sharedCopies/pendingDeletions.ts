// A pending deletion is an outdated copy, or a deleted asset, that runs may still use. It is not recorded which runs
// use it. It can be deleted once every run in progress received its data after the pending deletion was recorded.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { minuteMs } from "../lib/times";
import type { PendingDeletion } from "./schema";

const checkEveryMs = 5 * minuteMs;
/** The clocks of two transactions that run at the same time may differ by this much. */
const clockDifferenceMs = minuteMs;

/** Whether the project has a run that is ready or in progress, which may use what is about to be deleted. */
export async function isAnyRunOpen(ctx: QueryCtx, projectId: Id<"projects">): Promise<boolean> {
  return (await oldestSnapshot(ctx, projectId)) !== null;
}

export async function deleteWhenUnused(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  what: PendingDeletion,
): Promise<void> {
  await ctx.db.insert("pendingDeletions", { projectId, what, lookAtMs: Date.now() + checkEveryMs });
}

export function pendingDeletionsToCheck(ctx: QueryCtx): AsyncIterable<Doc<"pendingDeletions">> {
  return ctx.db.query("pendingDeletions").withIndex("by_time", (q) => q.lte("lookAtMs", Date.now()));
}

/** Whether no run needs the data any more. If a run may need it, it is checked again later. */
export async function isUnused(ctx: MutationCtx, pending: Doc<"pendingDeletions">): Promise<boolean> {
  const oldest = await oldestSnapshot(ctx, pending.projectId);
  if (oldest === null || oldest._creationTime > pending._creationTime + clockDifferenceMs) return true;
  await ctx.db.patch("pendingDeletions", pending._id, { lookAtMs: Date.now() + checkEveryMs });
  return false;
}

async function oldestSnapshot(ctx: QueryCtx, projectId: Id<"projects">): Promise<Doc<"runSnapshots"> | null> {
  return await ctx.db
    .query("runSnapshots")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .first();
}
