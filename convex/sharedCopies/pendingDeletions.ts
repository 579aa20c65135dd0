// A leftover is an outdated copy, or a deleted asset, that runs may still use. It is not recorded which runs use it.
// A leftover can be deleted once every run in progress received its data after the leftover was recorded.
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
  await ctx.db.insert("leftovers", { projectId, what, lookAtMs: Date.now() + checkEveryMs });
}

export function pendingDeletionsToCheck(ctx: QueryCtx): AsyncIterable<Doc<"leftovers">> {
  return ctx.db.query("leftovers").withIndex("by_time", (q) => q.lte("lookAtMs", Date.now()));
}

/** Whether no run needs the leftover any more. If a run may need it, the leftover is checked again later. */
export async function isUnused(ctx: MutationCtx, leftover: Doc<"leftovers">): Promise<boolean> {
  const oldest = await oldestSnapshot(ctx, leftover.projectId);
  if (oldest === null || oldest._creationTime > leftover._creationTime + clockDifferenceMs) return true;
  await ctx.db.patch("leftovers", leftover._id, { lookAtMs: Date.now() + checkEveryMs });
  return false;
}

async function oldestSnapshot(ctx: QueryCtx, projectId: Id<"projects">): Promise<Doc<"runSnapshots"> | null> {
  return await ctx.db
    .query("runSnapshots")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .first();
}
