// How long notifications are kept: long enough that nobody misses one, and not for ever.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { dayMs } from "../lib/durations";
import { findInbox, readAtMs } from "./inbox";
import { dismiss } from "./model";

const keptAfterReadingMs = 90 * dayMs;
const keptUnreadMs = 365 * dayMs;

/** Each reads the inbox that it is in, and is read again when it goes. */
const rowsPerStep = 200;
const bytesPerStep = 4 * 1024 * 1024;

/** Which step of a sweep: `nowMs` is that of its first one, since a cursor is good for one and the same range. */
export interface Sweep {
  nowMs: number;
  cursor: string | null;
}

/** One step over those that are old enough to look at, the oldest first. The next one; null after the last. */
export async function sweepNotifications(ctx: MutationCtx, { nowMs, cursor }: Sweep): Promise<Sweep | null> {
  const { page, isDone, continueCursor } = await ctx.db
    .query("notifications")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", nowMs - keptAfterReadingMs))
    .paginate({ cursor, numItems: rowsPerStep, maximumBytesRead: bytesPerStep });
  for (const notification of page) await dropIfOver(ctx, notification, nowMs);
  return isDone ? null : { nowMs, cursor: continueCursor };
}

async function dropIfOver(ctx: MutationCtx, notification: Doc<"notifications">, nowMs: number): Promise<void> {
  const readMs = readAtMs(notification, await findInbox(ctx, notification));
  const isOver =
    readMs === null
      ? notification._creationTime < nowMs - keptUnreadMs
      : Math.max(readMs, notification._creationTime) < nowMs - keptAfterReadingMs;
  if (isOver) await dismiss(ctx, notification, readMs === null);
}
