// Invitations from their creation to their end. An invitation is valid only as long as its author may still give that
// role: it ends with the author's membership, with their right to invite in that role, and with the key that was used.
// All of this is checked when somebody would become a member. Deleting invitations earlier only keeps the lists
// correct.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { effectiveRole } from "../callers/credentialValidity";
import type { ReadCtx } from "../callers/caller";
import { getOwn } from "../lib/getDocument";
import { notFound } from "../lib/publicIds";
import { isSpent, removeWithin, batchBudget } from "../lib/batchBudget";
import { invitationLifeMs } from "./present";
import { findMember } from "../callers/membership";
import type { Role } from "../callers/membership";
import { mayInvite, memberRoles } from "../callers/roles";

type Invitation = Doc<"projectInvitations">;

const rowsPerBatch = 200;

/** The author of an invitation, and the key that was used, if any. */
export interface Inviter {
  userId: Id<"users">;
  key?: Doc<"apiKeys">;
}

type InvitationGrant = Pick<Invitation, "role" | "invitedBy" | "expiresAtMs">;

export function grantOf({ userId, key }: Inviter, role: Role): InvitationGrant {
  const expiresAtMs = Math.min(Date.now() + invitationLifeMs, key?.expiresAtMs ?? Number.MAX_SAFE_INTEGER);
  return { role, invitedBy: userId, expiresAtMs };
}

/** Whether the invitation is valid now. */
export async function isValidInvitation(ctx: QueryCtx, invitation: Invitation): Promise<boolean> {
  if (invitation.expiresAtMs <= Date.now()) return false;
  const { projectId, role, invitedBy, invitedWithKeyId } = invitation;
  const giverRole =
    invitedWithKeyId === undefined
      ? ((await findMember(ctx, projectId, invitedBy))?.role ?? null)
      : await roleOfKey(ctx, invitedWithKeyId);
  return giverRole !== null && mayInvite(giverRole, role);
}

/** The role of the person behind the key; null when the key is no longer valid. */
async function roleOfKey(ctx: QueryCtx, keyId: Id<"apiKeys">): Promise<Role | null> {
  const key = await ctx.db.get("apiKeys", keyId);
  return key === null ? null : await effectiveRole(ctx, key);
}

/** Throws NOT_FOUND, also for an expired invitation, and FORBIDDEN for an invitation of another project. */
export async function getInvitation(ctx: ReadCtx, text: string): Promise<Invitation> {
  const invitation = await getOwn(ctx, "projectInvitations", text);
  if (invitation.expiresAtMs <= Date.now()) throw notFound("projectInvitations", text);
  return invitation;
}

interface InvitedBy {
  projectId: Id<"projects">;
  userId: Id<"users">;
}

/** Ends the person's invitations that their role does not allow. `role` is null for a former member. */
export async function deleteDisallowedInvitations(
  ctx: MutationCtx,
  { projectId, userId }: InvitedBy,
  role: Role | null,
): Promise<void> {
  for (const invited of memberRoles) {
    if (role === null || !mayInvite(role, invited))
      await deleteInvitationsBy(ctx, { projectId, userId, role: invited });
  }
}

export async function deleteInvitationsBy(ctx: MutationCtx, which: InvitedBy & { role: Role }): Promise<void> {
  const { projectId, userId, role } = which;
  const invitations = ctx.db
    .query("projectInvitations")
    .withIndex("by_giver", (q) => q.eq("invitedBy", userId).eq("projectId", projectId).eq("role", role));
  if (await removeBatch(ctx, invitations))
    await ctx.scheduler.runAfter(0, internal.members.scheduled.deleteInvitationsBy, which);
}

/** Deletes a batch of expired invitations. Returns whether there may be more. */
export async function sweepInvitations(ctx: MutationCtx): Promise<boolean> {
  const old = ctx.db
    .query("projectInvitations")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - invitationLifeMs));
  return await removeBatch(ctx, old);
}

async function removeBatch(ctx: MutationCtx, invitations: AsyncIterable<Invitation>): Promise<boolean> {
  const budget = batchBudget(rowsPerBatch);
  await removeWithin(budget, invitations, ({ _id }) => ctx.db.delete("projectInvitations", _id));
  return isSpent(budget);
}
