// Wakes fire the tasks that are due. A wake is a call of jobs.fire that is scheduled for a due time; all tasks of that
// time share it. Due times are whole minutes, so there are never more calls than a cron each minute would make, and
// none when there are no tasks. A wake is also punctual, while Convex starts crons up to a minute late, so that a
// thousand tasks could run over into the next minute. And a wake that was due while the deployment was down comes when
// it is up.
//
// A wake stays when its tasks are rescheduled, switched off or deleted. It then finds nothing, which is cheaper than
// storing its id to cancel it. An import brings tasks but no scheduled calls; a cron that runs now and then fires
// those.
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { dayMs } from "../lib/times";

/** Convex schedules at most five years ahead. The cron fires a task whose time is farther, such as 29 February. */
const farthestWakeMs = 4 * 365 * dayMs;

/** Must be called before the task is written: when another task has the same due time, the wake already exists. */
export async function scheduleWakeUp(ctx: MutationCtx, dueMs: number): Promise<void> {
  if (dueMs - Date.now() > farthestWakeMs) return;
  const other = await ctx.db
    .query("recurringTasks")
    .withIndex("by_due", (q) => q.eq("isActive", true).eq("nextRunAtMs", dueMs))
    .first();
  if (other === null) await ctx.scheduler.runAt(dueMs, internal.recurringTasks.scheduled.fire, {});
}
