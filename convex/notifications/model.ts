import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { omitNullish } from "../lib/omitNullish";
import { workWithinBudget } from "../lib/transactionBudget";
import { changeUnread } from "./inbox";
import type { Recipient } from "./inbox";
import type { NotificationType } from "./schema";

export interface NotificationContent {
  type: NotificationType;
  title: string;
  body?: string;
  runId?: Id<"runs">;
  sprintChainId?: Id<"sprintChains">;
  workChainId?: Id<"workChains">;
}

/** Later transactions notify the members for whom this one has no room. `except` is whom the news is about. */
export async function notifyMembers(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  news: NotificationContent,
  except?: Id<"users">,
): Promise<Id<"notifications">[]> {
  return await notifyBatch(ctx, { projectId, news, joinedAfter: 0, ...omitNullish({ except }) });
}

export interface NotificationBatch {
  projectId: Id<"projects">;
  news: NotificationContent;
  /** The creation time of the last membership whose user was notified. */
  joinedAfter: number;
  except?: Id<"users">;
}

export async function notifyBatch(ctx: MutationCtx, telling: NotificationBatch): Promise<Id<"notifications">[]> {
  const { projectId, news, joinedAfter, except } = telling;
  const members = ctx.db
    .query("projectMembers")
    .withIndex("by_project", (q) => q.eq("projectId", projectId).gt("_creationTime", joinedAfter));
  const ids: Id<"notifications">[] = [];
  let toldUpTo = joinedAfter;
  const progress = await workWithinBudget(ctx, members, async ({ userId, _creationTime }) => {
    if (userId !== except) ids.push(await notifyMember(ctx, { projectId, userId }, news));
    toldUpTo = _creationTime;
  });
  if (progress === "more") {
    await ctx.scheduler.runAfter(0, internal.notifications.scheduled.tellRest, { ...telling, joinedAfter: toldUpTo });
  }
  return ids;
}

export async function notifyMember(
  ctx: MutationCtx,
  { projectId, userId }: Recipient,
  { body = "", ...news }: NotificationContent,
): Promise<Id<"notifications">> {
  await changeUnread(ctx, { projectId, userId }, 1);
  return await ctx.db.insert("notifications", { projectId, userId, ...news, body, isRead: false });
}

export async function markRead(ctx: MutationCtx, notification: Doc<"notifications">): Promise<number> {
  const readAtMs = Date.now();
  await ctx.db.patch("notifications", notification._id, { isRead: true, readAtMs });
  await changeUnread(ctx, notification, -1);
  return readAtMs;
}

export async function dismiss(ctx: MutationCtx, notification: Doc<"notifications">, isUnread: boolean): Promise<void> {
  await ctx.db.delete("notifications", notification._id);
  if (isUnread) await changeUnread(ctx, notification, -1);
}
