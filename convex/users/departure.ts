// What goes when a user goes. The user row goes at once; what hung on it follows in batches, each a transaction that
// leaves everything consistent: keys first, since they still open doors.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { revokeKey } from "../apiKeys/model";
import { dropMember } from "../members/model";
import { startProjectDeletion } from "../project/model";

const keysPerBatch = 500;
const invitationsPerBatch = 200;
const membershipsPerBatch = 100;
const notificationsPerBatch = 500;

/** Whose traces are to go. */
type Departed = Pick<Doc<"users">, "_id" | "email">;

export async function removeUser(ctx: MutationCtx, user: Departed): Promise<void> {
  await ctx.db.delete("users", user._id);
  await removeTraces(ctx, user);
}

/** One batch; the rest, if any, is scheduled. */
export async function removeTraces(ctx: MutationCtx, user: Departed): Promise<void> {
  const isLast = [
    await revokeKeys(ctx, user),
    await dropInvitations(ctx, user),
    await leaveProjects(ctx, user),
    await dropNotifications(ctx, user),
    await dropInboxes(ctx, user),
  ];
  if (isLast.every(Boolean)) return;
  await ctx.scheduler.runAfter(0, internal.users.jobs.continueRemoval, { userId: user._id, email: user.email });
}

// Each of these handles one batch and says whether it was the last one.

async function revokeKeys(ctx: MutationCtx, { _id: userId }: Departed): Promise<boolean> {
  const keys = await ctx.db
    .query("apiKeys")
    .withIndex("by_user_and_revocation", (q) => q.eq("userId", userId).eq("revokedAtMs", null))
    .take(keysPerBatch);
  for (const key of keys) await revokeKey(ctx, key);
  return keys.length < keysPerBatch;
}

async function dropInvitations(ctx: MutationCtx, { email }: Departed): Promise<boolean> {
  const invitations = await ctx.db
    .query("projectInvitations")
    .withIndex("by_email", (q) => q.eq("email", email))
    .take(invitationsPerBatch);
  for (const invitation of invitations) await ctx.db.delete("projectInvitations", invitation._id);
  return invitations.length < invitationsPerBatch;
}

async function leaveProjects(ctx: MutationCtx, { _id: userId }: Departed): Promise<boolean> {
  const memberships = await ctx.db
    .query("projectMembers")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(membershipsPerBatch);
  for (const membership of memberships) await leaveProject(ctx, membership);
  return memberships.length < membershipsPerBatch;
}

async function dropNotifications(ctx: MutationCtx, { _id: userId }: Departed): Promise<boolean> {
  const notifications = await ctx.db
    .query("notifications")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(notificationsPerBatch);
  for (const notification of notifications) await ctx.db.delete("notifications", notification._id);
  return notifications.length < notificationsPerBatch;
}

async function dropInboxes(ctx: MutationCtx, { _id: userId }: Departed): Promise<boolean> {
  const inboxes = await ctx.db
    .query("inboxes")
    .withIndex("by_user", (q) => q.eq("userId", userId))
    .take(notificationsPerBatch);
  for (const inbox of inboxes) await ctx.db.delete("inboxes", inbox._id);
  return inboxes.length < notificationsPerBatch;
}

/** A project never lacks an owner: the longest-standing admin becomes one, else member; with nobody left it is deleted. */
async function leaveProject(ctx: MutationCtx, membership: Doc<"projectMembers">): Promise<void> {
  const { projectId } = membership;
  await dropMember(ctx, membership);
  if ((await longestStanding(ctx, projectId, "owner")) !== null) return;
  const heir = (await longestStanding(ctx, projectId, "admin")) ?? (await longestStanding(ctx, projectId, "member"));
  if (heir === null) await startProjectDeletion(ctx, projectId);
  else await ctx.db.patch("projectMembers", heir._id, { role: "owner" });
}

/** The index goes on by creation time. */
async function longestStanding(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  role: Doc<"projectMembers">["role"],
): Promise<Doc<"projectMembers"> | null> {
  return await ctx.db
    .query("projectMembers")
    .withIndex("by_project_and_role", (q) => q.eq("projectId", projectId).eq("role", role))
    .first();
}
