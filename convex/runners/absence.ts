// Notices that nobody asks for jobs of a kind any more.
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { absentAfterMs, lastClaimMs } from "./lastClaims";

const checkedPerBatch = 500;

/** Looks at a batch of those that were present, in the order of their rows, and schedules the next batch. */
export async function recordAbsences(ctx: MutationCtx, after: number): Promise<void> {
  const present = await ctx.db
    .query("runnerPresence")
    .withIndex("by_presence", (q) => q.eq("isPresent", true).gt("_creationTime", after))
    .take(checkedPerBatch);
  for (const row of present) await recordAbsenceIfSilent(ctx, row);
  const last = present[checkedPerBatch - 1];
  if (last === undefined) return;
  await ctx.scheduler.runAfter(0, internal.runners.scheduled.noticeAbsence, { after: last._creationTime });
}

async function recordAbsenceIfSilent(ctx: MutationCtx, { _id, projectId, kind }: Doc<"runnerPresence">): Promise<void> {
  const lastMs = await lastClaimMs(ctx, projectId, kind);
  if (Date.now() - lastMs < absentAfterMs) return;
  await ctx.db.patch("runnerPresence", _id, { isPresent: false, sinceMs: lastMs });
}
