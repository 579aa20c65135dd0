// Deletes a user and everything that belongs to them. The user's own row is deleted at once, the rest follows in
// batches. Each batch is a transaction that leaves the data consistent. Memberships come first, because a person's keys
// and invitations work only while the person is a member.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { markRevoked } from "../apiKeys/revocation";
import { isSpent, removeWithin, batchBudget } from "../lib/batchBudget";
import type { BatchBudget } from "../lib/batchBudget";
import { deleteMember } from "../members/model";
import { startProjectDeletion } from "../project/deletion";
import { eraseEmailLater } from "./erasedEmail";

/** The most rows of a batch. It is low because leaving a project reads a few more rows and may schedule work. */
const rowsPerBatch = 100;

/** A user who is being deleted. Later batches know only these two fields, because the user's row is deleted first. */
type FormerUser = Pick<Doc<"users">, "_id" | "email">;

export async function removeUser(ctx: MutationCtx, user: FormerUser): Promise<void> {
  await ctx.db.delete("users", user._id);
  await deleteRowsOfUser(ctx, user);
}

/** Removes one batch of what belongs to the user, and schedules the rest if there is more. */
export async function deleteRowsOfUser(ctx: MutationCtx, user: FormerUser): Promise<void> {
  const budget = batchBudget(rowsPerBatch);
  for (const removeSome of traces) await removeSome(ctx, budget, user);
  if (!isSpent(budget)) return;
  await ctx.scheduler.runAfter(0, internal.users.scheduled.continueRemoval, { userId: user._id, email: user.email });
}

/** The parts of the removal. Each removes as many rows as the batch has room for. */
const traces: readonly ((ctx: MutationCtx, budget: BatchBudget, user: FormerUser) => Promise<void>)[] = [
  async (ctx, budget, { _id: userId, email }) => {
    const memberships = ctx.db.query("projectMembers").withIndex("by_user", (q) => q.eq("userId", userId));
    await removeWithin(budget, memberships, async (membership) => {
      await leaveProject(ctx, membership);
      await eraseEmailLater(ctx, membership.projectId, email);
    });
  },
  async (ctx, budget, { _id: userId }) => {
    const keys = ctx.db
      .query("apiKeys")
      .withIndex("by_user_and_revocation", (q) => q.eq("userId", userId).eq("revokedAtMs", null));
    await removeWithin(budget, keys, async ({ _id }) => void (await markRevoked(ctx, _id)));
  },
  async (ctx, budget, { _id: userId }) => {
    const given = ctx.db.query("projectInvitations").withIndex("by_giver", (q) => q.eq("invitedBy", userId));
    await removeWithin(budget, given, ({ _id }) => ctx.db.delete("projectInvitations", _id));
  },
  async (ctx, budget, { email }) => {
    const invitations = ctx.db.query("projectInvitations").withIndex("by_email", (q) => q.eq("email", email));
    await removeWithin(budget, invitations, async ({ _id, projectId }) => {
      await ctx.db.delete("projectInvitations", _id);
      await eraseEmailLater(ctx, projectId, email);
    });
  },
  async (ctx, budget, { _id: userId }) => {
    const notifications = ctx.db.query("notifications").withIndex("by_user_and_run", (q) => q.eq("userId", userId));
    await removeWithin(budget, notifications, ({ _id }) => ctx.db.delete("notifications", _id));
  },
  async (ctx, budget, { _id: userId }) => {
    const tallies = ctx.db.query("inboxCounters").withIndex("by_user", (q) => q.eq("userId", userId));
    await removeWithin(budget, tallies, ({ _id }) => ctx.db.delete("inboxCounters", _id));
  },
  async (ctx, budget, { _id: userId }) => {
    const inboxes = ctx.db.query("inboxes").withIndex("by_user", (q) => q.eq("userId", userId));
    await removeWithin(budget, inboxes, ({ _id }) => ctx.db.delete("inboxes", _id));
  },
];

/** The longest-standing admin, or else member, succeeds the last owner. A project without either is deleted. */
async function leaveProject(ctx: MutationCtx, membership: Doc<"projectMembers">): Promise<void> {
  const { projectId } = membership;
  await deleteMember(ctx, membership);
  if ((await longestMember(ctx, projectId, "owner")) !== null) return;
  const heir = (await longestMember(ctx, projectId, "admin")) ?? (await longestMember(ctx, projectId, "member"));
  if (heir === null)
    await startProjectDeletion(ctx, projectId, { type: "system", name: "the departure of its last member" });
  else await ctx.db.patch("projectMembers", heir._id, { role: "owner" });
}

/** Finds the oldest membership with this role, because the index orders equal roles by creation time. */
async function longestMember(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  role: Doc<"projectMembers">["role"],
): Promise<Doc<"projectMembers"> | null> {
  return await ctx.db
    .query("projectMembers")
    .withIndex("by_project_and_role", (q) => q.eq("projectId", projectId).eq("role", role))
    .first();
}

/** Whether the provider has ever reported that it deleted this user. */
export async function hasDeparted(ctx: QueryCtx, idpUserId: string): Promise<boolean> {
  const departure = await ctx.db
    .query("idpDepartures")
    .withIndex("by_idp_user_id", (q) => q.eq("idpUserId", idpUserId))
    .unique();
  return departure !== null;
}

export async function recordDeparture(ctx: MutationCtx, idpUserId: string): Promise<void> {
  if (!(await hasDeparted(ctx, idpUserId))) await ctx.db.insert("idpDepartures", { idpUserId });
}
