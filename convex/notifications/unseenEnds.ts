// Runs that have ended since a person last looked at them: those with an unread notification about an end. It is
// written in the transaction of the end, for each member. A time of the last look would need a row for each run, too.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { mergeNewestFirst } from "../lib/newestFirst";
import { findInbox, readAtMs } from "./inbox";
import type { Recipient } from "./inbox";
import { markRead } from "./model";

type Notification = Doc<"notifications">;

const endTypes = ["run_completed", "run_failed"] as const;
/** A run has at most a few unread notifications: each needs another attempt. */
const maxPerRun = 20;
/** Bounds the runs that are read for each one that is shown: others may be in the trash or at work again. */
const runsReadPerRun = 2;
/** Bounds the notifications for each. They may be long, they may be about no run, and runs may have several. */
const readPerRun = 3;

/** The unread notifications of ends in all of these projects, newest first. */
export async function unseenEndsOf(
  ctx: QueryCtx,
  recipients: readonly Recipient[],
): Promise<AsyncIterable<Notification>> {
  const inboxes = await Promise.all(recipients.map((recipient) => findInbox(ctx, recipient)));
  const ranges = recipients.flatMap(({ projectId, userId }, index) => {
    const readUpTo = inboxes[index]?.readUpTo.creationTime ?? 0;
    return endTypes.map((type) =>
      ctx.db
        .query("notifications")
        .withIndex("by_recipient_state_and_type", (q) =>
          q
            .eq("projectId", projectId)
            .eq("userId", userId)
            .eq("isRead", false)
            .eq("type", type)
            .gt("_creationTime", readUpTo),
        )
        .order("desc"),
    );
  });
  return ranges.length === 0 ? nothing() : mergeNewestFirst(ranges);
}

async function* nothing(): AsyncGenerator<Notification> {}

export async function unseenRunIdsOf(ctx: QueryCtx, recipient: Recipient, limit: number): Promise<Id<"runs">[]> {
  const runIds = new Set<Id<"runs">>();
  let read = 0;
  for await (const { runId } of await unseenEndsOf(ctx, [recipient])) {
    if (runId !== undefined) runIds.add(runId);
    if (++read === limit) break;
  }
  return [...runIds];
}

/** The runs that have ended and are neither in the trash nor at work again. */
export async function unseenRunsOf(
  ctx: QueryCtx,
  recipients: readonly Recipient[],
  limit: number,
): Promise<{ runs: Doc<"runs">[]; hasMore: boolean }> {
  const looked = new Set<Id<"runs">>();
  const runs: Doc<"runs">[] = [];
  let read = 0;
  for await (const { runId } of await unseenEndsOf(ctx, recipients)) {
    if (runs.length === limit || looked.size === limit * runsReadPerRun || read++ === limit * readPerRun)
      return { runs, hasMore: true };
    if (runId === undefined || looked.has(runId)) continue;
    looked.add(runId);
    const run = await ctx.db.get("runs", runId);
    if (run !== null && run.deletedAtMs === undefined && hasEnded(run)) runs.push(run);
  }
  return { runs, hasMore: false };
}

function hasEnded({ status }: Doc<"runs">): boolean {
  return status === "completed" || status === "failed";
}

/** What the person has not read about the run, newest first. */
async function unreadOfRun(ctx: QueryCtx, recipient: Recipient, runId: Id<"runs">): Promise<Notification[]> {
  const inbox = await findInbox(ctx, recipient);
  const unread = await ctx.db
    .query("notifications")
    .withIndex("by_user_and_run", (q) => q.eq("userId", recipient.userId).eq("runId", runId).eq("isRead", false))
    .order("desc")
    .take(maxPerRun);
  return unread.filter((notification) => readAtMs(notification, inbox) === null);
}

export async function isEndUnseen(ctx: QueryCtx, recipient: Recipient, runId: Id<"runs">): Promise<boolean> {
  const ends: readonly string[] = endTypes;
  return (await unreadOfRun(ctx, recipient, runId)).some(({ type }) => ends.includes(type));
}

/** A person who looks at a run has also read that it has a pull request. Returns how many were unread. */
export async function markRunSeen(ctx: MutationCtx, recipient: Recipient, runId: Id<"runs">): Promise<number> {
  const unread = await unreadOfRun(ctx, recipient, runId);
  for (const notification of unread) await markRead(ctx, notification);
  return unread.length;
}
