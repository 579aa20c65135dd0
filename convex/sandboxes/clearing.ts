// Deletes the rows that belong to a sandbox, and the rows of earlier reports of its files, in batches.
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { isFull, removeInto, roomFor } from "../lib/room";
import type { Room } from "../lib/room";
import { clearMessages } from "../messages/clearing";

const rowsPerBatch = 500;

export async function clearSandbox(ctx: MutationCtx, sandboxId: Id<"sandboxes">): Promise<void> {
  const room = roomFor(rowsPerBatch);
  await clearWithin(ctx, sandboxId, room);
  if (isFull(room)) await ctx.scheduler.runAfter(0, internal.sandboxes.jobs.clear, { sandboxId });
}

export async function clearWithin(ctx: MutationCtx, sandboxId: Id<"sandboxes">, room: Room): Promise<void> {
  await clearMessages(ctx, sandboxId, room);
  await removeFiles(ctx, sandboxId, Number.MAX_SAFE_INTEGER, room);
  const reports = ctx.db.query("sandboxReports").withIndex("by_sandbox", (q) => q.eq("sandboxId", sandboxId));
  await removeInto(room, reports, ({ _id }) => ctx.db.delete("sandboxReports", _id));
}

/** Deletes one batch of the files that were reported before `report`, and schedules the next. */
export async function clearOldFiles(ctx: MutationCtx, sandboxId: Id<"sandboxes">, report: number): Promise<void> {
  const room = roomFor(rowsPerBatch);
  await removeFiles(ctx, sandboxId, report, room);
  if (isFull(room)) await ctx.scheduler.runAfter(0, internal.sandboxes.jobs.clearOldFiles, { sandboxId, report });
}

async function removeFiles(ctx: MutationCtx, sandboxId: Id<"sandboxes">, before: number, room: Room): Promise<void> {
  const files = ctx.db
    .query("sandboxFiles")
    .withIndex("by_folder", (q) => q.eq("sandboxId", sandboxId).lt("report", before));
  await removeInto(room, files, ({ _id }) => ctx.db.delete("sandboxFiles", _id));
}
