// Due tasks are fired by wakes: calls of jobs.fire scheduled for the instants at which tasks are due, one for all tasks
// of an instant. They are due at whole minutes, so even with tasks in every one of them that is no more calls than a cron
// each minute would make, with fewer tasks as many as there are instants, with none no call at all. A wake also comes at
// the instant, where a cron comes up to a minute late: Convex delays crons by a splay, so that a thousand tasks could run
// over into the next minute. And what was due while the deployment was down has a wake that comes when it is up.
//
// A wake stays when its tasks are rescheduled, switched off or deleted; it finds nothing then, which costs one call that
// reads nothing, less than keeping the wake's id in order to cancel it when its last task goes. Tasks without one come
// about when data is imported, since scheduled calls are not; a cron now and then fires those.
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";

/** To be called before a task is written that is due then: where others are, they have the wake. */
export async function ensureWake(ctx: MutationCtx, dueMs: number): Promise<void> {
  const other = await ctx.db
    .query("recurringTasks")
    .withIndex("by_due", (q) => q.eq("isActive", true).eq("nextRunAtMs", dueMs))
    .first();
  if (other === null) await ctx.scheduler.runAt(dueMs, internal.recurringTasks.jobs.fire, {});
}
