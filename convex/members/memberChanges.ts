// The keys and invitations that a member made end in the transaction that removes the member.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { apiError } from "../lib/errors";
import { revokeKeysOfMember } from "../apiKeys/revocation";
import { userWithEmail } from "../callers/accounts";
import { omitNullish } from "../lib/omitNullish";
import { deleteDisallowedInvitations, grantOf, isValidInvitation } from "./invitations";
import type { Inviter } from "./invitations";
import { deleteMember, joinProject } from "./model";
import { findMember } from "../callers/membership";
import type { Role } from "../callers/membership";
import type { InviteRequest } from "./requests";

/** Throws CONFLICT when the address belongs to a member or was invited before. `email` is folded. */
export async function inviteMember(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { email, role }: InviteRequest,
  giver: Inviter,
): Promise<Doc<"projectMembers"> | Doc<"projectInvitations">> {
  const user = await userWithEmail(ctx, email);
  if (user !== null && (await findMember(ctx, projectId, user._id)) !== null) {
    throw apiError("CONFLICT", `${email} is already a member of this project.`);
  }
  // The person may already be a user. The invitation becomes a membership at their next sign-in.
  await requireUninvited(ctx, projectId, email);
  if (user === null) {
    const key = omitNullish({ invitedWithKeyId: giver.key?._id });
    const id = await ctx.db.insert("projectInvitations", { projectId, email, ...grantOf(giver, role), ...key });
    return await getWritten(ctx.db.get("projectInvitations", id));
  }
  return await getWritten(ctx.db.get("projectMembers", await joinProject(ctx, { projectId, userId: user._id, role })));
}

/** An invitation that is no longer valid is replaced. */
async function requireUninvited(ctx: MutationCtx, projectId: Id<"projects">, email: string): Promise<void> {
  const invitation = await ctx.db
    .query("projectInvitations")
    .withIndex("by_project_and_email", (q) => q.eq("projectId", projectId).eq("email", email))
    .unique();
  if (invitation === null) return;
  if (await isValidInvitation(ctx, invitation))
    throw apiError("CONFLICT", `${email} is already invited to this project.`);
  await ctx.db.delete("projectInvitations", invitation._id);
}

async function getWritten<Row>(row: Promise<Row | null>): Promise<Row> {
  const found = await row;
  if (found === null) throw new Error("A row is gone in the transaction that wrote it.");
  return found;
}

/** The caller becomes the author of the invitation. Its end stays the same. */
export async function changeInvitation(
  ctx: MutationCtx,
  invitation: Doc<"projectInvitations">,
  role: Role,
  giver: Inviter,
): Promise<Doc<"projectInvitations">> {
  const change = grantOf(giver, role);
  change.expiresAtMs = Math.min(change.expiresAtMs, invitation.expiresAtMs);
  await ctx.db.patch("projectInvitations", invitation._id, { ...change, invitedWithKeyId: giver.key?._id });
  return { ...invitation, ...change };
}

/** Returns how many of the member's keys ended in this transaction. Throws CONFLICT for the last owner. */
export async function removeMember(ctx: MutationCtx, member: Doc<"projectMembers">): Promise<number> {
  await requireOtherOwner(ctx, member);
  await deleteMember(ctx, member);
  await deleteDisallowedInvitations(ctx, member, null);
  return await revokeKeysOfMember(ctx, member);
}

/** Throws CONFLICT when the project would be left without an owner. */
export async function changeRole(ctx: MutationCtx, member: Doc<"projectMembers">, role: Role): Promise<void> {
  if (role !== "owner") await requireOtherOwner(ctx, member);
  await ctx.db.patch("projectMembers", member._id, { role });
  // Each use of the member's keys checks the new role.
  await deleteDisallowedInvitations(ctx, member, role);
}

async function requireOtherOwner(ctx: QueryCtx, member: Doc<"projectMembers">): Promise<void> {
  if (member.role !== "owner") return;
  const owners = await ctx.db
    .query("projectMembers")
    .withIndex("by_project_and_role", (q) => q.eq("projectId", member.projectId).eq("role", "owner"))
    .take(2);
  if (owners.length < 2) throw apiError("CONFLICT", "The last owner of a project can be neither removed nor demoted.");
}
