// What goes when a user goes. The user row goes at once; what hung on it follows in batches, each a transaction that
// leaves everything consistent: memberships first, since keys and invitations are good only as long as they last.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { markRevoked } from "../apiKeys/ending";
import { isFull, removeInto, roomFor } from "../lib/room";
import type { Room } from "../lib/room";
import { dropMember } from "../members/model";
import { startProjectDeletion } from "../project/deletion";

/** Leaving a project reads a few rows more, and may schedule something. */
const rowsPerBatch = 100;

/** Whose traces are to go. */
type Departed = Pick<Doc<"users">, "_id" | "email">;

export async function removeUser(ctx: MutationCtx, user: Departed): Promise<void> {
  await ctx.db.delete("users", user._id);
  await removeTraces(ctx, user);
}

/** One batch; the rest, if any, is scheduled. */
export async function removeTraces(ctx: MutationCtx, user: Departed): Promise<void> {
  const room = roomFor(rowsPerBatch);
  for (const removeSome of traces) await removeSome(ctx, room, user);
  if (!isFull(room)) return;
  await ctx.scheduler.runAfter(0, internal.users.jobs.continueRemoval, { userId: user._id, email: user.email });
}

/** Each removes what there is room for. */
const traces: readonly ((ctx: MutationCtx, room: Room, user: Departed) => Promise<void>)[] = [
  async (ctx, room, { _id: userId }) => {
    const memberships = ctx.db.query("projectMembers").withIndex("by_user", (q) => q.eq("userId", userId));
    await removeInto(room, memberships, (membership) => leaveProject(ctx, membership));
  },
  async (ctx, room, { _id: userId }) => {
    const keys = ctx.db
      .query("apiKeys")
      .withIndex("by_user_and_revocation", (q) => q.eq("userId", userId).eq("revokedAtMs", null));
    await removeInto(room, keys, async ({ _id }) => void (await markRevoked(ctx, _id)));
  },
  async (ctx, room, { _id: userId }) => {
    const given = ctx.db.query("projectInvitations").withIndex("by_giver", (q) => q.eq("invitedBy", userId));
    await removeInto(room, given, ({ _id }) => ctx.db.delete("projectInvitations", _id));
  },
  async (ctx, room, { email }) => {
    const invitations = ctx.db.query("projectInvitations").withIndex("by_email", (q) => q.eq("email", email));
    await removeInto(room, invitations, ({ _id }) => ctx.db.delete("projectInvitations", _id));
  },
  async (ctx, room, { _id: userId }) => {
    const notifications = ctx.db.query("notifications").withIndex("by_user", (q) => q.eq("userId", userId));
    await removeInto(room, notifications, ({ _id }) => ctx.db.delete("notifications", _id));
  },
  async (ctx, room, { _id: userId }) => {
    const tallies = ctx.db.query("inboxTallies").withIndex("by_user", (q) => q.eq("userId", userId));
    await removeInto(room, tallies, ({ _id }) => ctx.db.delete("inboxTallies", _id));
  },
  async (ctx, room, { _id: userId }) => {
    const inboxes = ctx.db.query("inboxes").withIndex("by_user", (q) => q.eq("userId", userId));
    await removeInto(room, inboxes, ({ _id }) => ctx.db.delete("inboxes", _id));
  },
];

/** A project never lacks an owner: the longest-standing admin becomes one, else member; with nobody left it is deleted. */
async function leaveProject(ctx: MutationCtx, membership: Doc<"projectMembers">): Promise<void> {
  const { projectId } = membership;
  await dropMember(ctx, membership);
  if ((await longestStanding(ctx, projectId, "owner")) !== null) return;
  const heir = (await longestStanding(ctx, projectId, "admin")) ?? (await longestStanding(ctx, projectId, "member"));
  if (heir === null)
    await startProjectDeletion(ctx, projectId, { type: "system", name: "the departure of its last member" });
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
