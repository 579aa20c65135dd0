import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { changeUnread } from "./inbox";
import type { NotificationType } from "./schema";

/** News of a project; the ids say what it is about. */
export interface News {
  type: NotificationType;
  title: string;
  body?: string;
  runId?: Id<"runs">;
  sprintChainId?: Id<"sprintChains">;
  workChainId?: Id<"workChains">;
}

/** Members beyond these learn nothing: a transaction is bounded, and so are teams. */
const recipientsMax = 500;

/** Tells every member of the project, but for `except`, whom the news is about. Gives what was written. */
export async function notifyMembers(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { type, title, body = "", ...about }: News,
  except?: Id<"users">,
): Promise<Id<"notifications">[]> {
  const members = await ctx.db
    .query("projectMembers")
    .withIndex("by_project", (q) => q.eq("projectId", projectId))
    .take(recipientsMax);
  const recipients = members.filter(({ userId }) => userId !== except);
  const ids = [];
  for (const { userId } of recipients) {
    const news = { projectId, userId, type, title, body, isRead: false, ...about };
    ids.push(await ctx.db.insert("notifications", news));
    await changeUnread(ctx, { projectId, userId }, 1);
  }
  return ids;
}

/** What is not read yet. Gives the time. */
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
