// Turns invitations into memberships when a person with the invited address signs in.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { workWithinBudget } from "../lib/transactionBudget";
import { isValidInvitation } from "./invitations";
import { joinProject } from "./model";
import { userActor } from "../callers/actor";
import { writeEntry } from "../callers/audited";
import { findMember } from "../callers/membership";
import { publicId } from "../lib/publicIds";

/** Accepts as many invitations as this transaction has room for. The user has proved that the address is theirs. */
export async function acceptInvitations(
  ctx: MutationCtx,
  { _id: userId, email }: Pick<Doc<"users">, "_id" | "email">,
): Promise<void> {
  const invitations = ctx.db.query("projectInvitations").withIndex("by_email", (q) => q.eq("email", email));
  const progress = await workWithinBudget(ctx, invitations, (invitation) => accept(ctx, invitation, userId));
  if (progress === "done") return;
  await ctx.scheduler.runAfter(0, internal.members.scheduled.continueAcceptance, { userId, email });
}

/** An invalid invitation has no effect. A person who has become a member meanwhile keeps their role. */
async function accept(ctx: MutationCtx, invitation: Doc<"projectInvitations">, userId: Id<"users">): Promise<void> {
  const { _id, projectId, role } = invitation;
  const isAccepted = await isValidInvitation(ctx, invitation);
  await ctx.db.delete("projectInvitations", _id);
  if (!isAccepted) return;
  const project = await ctx.db.get("projects", projectId);
  // A deleted project that may be restored keeps its invitations.
  const isGone = project === null || (project.deletingAtMs !== undefined && project.restorableUntilMs === undefined);
  if (isGone) return;
  if ((await findMember(ctx, projectId, userId)) !== null) return;
  await joinProject(ctx, { projectId, userId, role });
  await recordJoining(ctx, projectId, userId, role);
}

/** Signing in belongs to no project, so no builder writes this entry of the audit log. */
async function recordJoining(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  userId: Id<"users">,
  role: Doc<"projectMembers">["role"],
): Promise<void> {
  const user = await ctx.db.get("users", userId);
  if (user === null) return;
  await writeEntry(ctx, projectId, {
    actor: userActor(user),
    action: "members.join",
    subject: { type: "member", id: publicId("users", userId) },
    requestId: null,
    changes: { role: { from: null, to: role } },
    outcome: "success",
  });
}
