// Deletes old notifications. They are kept long enough that nobody misses one.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { dayMs } from "../lib/times";
import { findInbox, readAtMs } from "./inbox";
import { dismiss } from "./model";

const keptAfterReadingMs = 90 * dayMs;
const keptUnreadMs = 365 * dayMs;

/** For each of these rows a step may read the notification twice, and its inbox once. */
const rowsPerStep = 200;
const bytesPerStep = 4 * 1024 * 1024;

/** A step of a sweep. All steps use the `nowMs` of the first one, since a cursor is valid for one range only. */
export interface Sweep {
  nowMs: number;
  cursor: string | null;
}

/** Checks one batch of old notifications, oldest first. Returns the next step, or null after the last. */
export async function sweepNotifications(ctx: MutationCtx, { nowMs, cursor }: Sweep): Promise<Sweep | null> {
  const { page, isDone, continueCursor } = await ctx.db
    .query("notifications")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", nowMs - keptAfterReadingMs))
    .paginate({ cursor, numItems: rowsPerStep, maximumBytesRead: bytesPerStep });
  for (const notification of page) await deleteIfExpired(ctx, notification, nowMs);
  return isDone ? null : { nowMs, cursor: continueCursor };
}

async function deleteIfExpired(ctx: MutationCtx, notification: Doc<"notifications">, nowMs: number): Promise<void> {
  const readMs = readAtMs(notification, await findInbox(ctx, notification));
  const isOver =
    readMs === null
      ? notification._creationTime < nowMs - keptUnreadMs
      : Math.max(readMs, notification._creationTime) < nowMs - keptAfterReadingMs;
  if (isOver) await dismiss(ctx, notification, readMs === null);
}
