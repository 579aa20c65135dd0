// Invitations from their making to their end. One is worth what whoever made it may still give: it ends with their
// membership, their right to invite in that role, and the key that they made it with. All of that is looked at when
// somebody would become a member by it; taking away the rows beforehand only keeps the lists true.
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { roleBehind } from "../callers/keyStanding";
import type { ReadCtx } from "../callers/caller";
import { ownedDocument } from "../lib/named";
import { idNamesNothing } from "../lib/publicIds";
import { isFull, removeInto, roomFor } from "../lib/room";
import { expiryOf, invitationLifeMs } from "./invitationLife";
import { findMember } from "../callers/membership";
import type { Role } from "../callers/membership";
import { mayInvite, memberRoles } from "../callers/roles";

type Invitation = Doc<"projectInvitations">;

const rowsPerBatch = 200;

/** Who invites, and with which key where it is done with one. */
export interface Giver {
  userId: Id<"users">;
  key?: Doc<"apiKeys">;
}

type Given = Required<Pick<Invitation, "role" | "invitedBy" | "expiresAtMs">>;

/** What is written of an invitation that is given now, beside the key. */
export function grantOf({ userId, key }: Giver, role: Role): Given {
  const expiresAtMs = Math.min(Date.now() + invitationLifeMs, key?.expiresAtMs ?? Number.MAX_SAFE_INTEGER);
  return { role, invitedBy: userId, expiresAtMs };
}

/** Whether somebody may become a member by it now. */
export async function isGood(ctx: QueryCtx, invitation: Invitation): Promise<boolean> {
  if (expiryOf(invitation) <= Date.now()) return false;
  const { projectId, role, invitedBy, invitedWithKeyId } = invitation;
  // It was made before it was noted by whom.
  if (invitedBy === undefined) return true;
  const giverRole =
    invitedWithKeyId === undefined
      ? ((await findMember(ctx, projectId, invitedBy))?.role ?? null)
      : await roleOfKey(ctx, invitedWithKeyId);
  return giverRole !== null && mayInvite(giverRole, role);
}

/** Of the person behind it; null for a key that is not good any more. */
async function roleOfKey(ctx: QueryCtx, keyId: Id<"apiKeys">): Promise<Role | null> {
  const key = await ctx.db.get("apiKeys", keyId);
  return key === null ? null : await roleBehind(ctx, key);
}

/** Throws NOT_FOUND, also for one that has expired, and FORBIDDEN for another project's. */
export async function namedInvitation(ctx: ReadCtx, text: string): Promise<Invitation> {
  const invitation = await ownedDocument(ctx, "projectInvitations", text);
  if (expiryOf(invitation) <= Date.now()) throw idNamesNothing("projectInvitations", text);
  return invitation;
}

/** Whose invitations to which project. */
interface Giving {
  projectId: Id<"projects">;
  userId: Id<"users">;
}

/** Ends the invitations that somebody made and could not make in their role, null for who is no member any more. */
export async function endBeyond(ctx: MutationCtx, { projectId, userId }: Giving, role: Role | null): Promise<void> {
  for (const invited of memberRoles) {
    if (role === null || !mayInvite(role, invited)) await endGiven(ctx, { projectId, userId, role: invited });
  }
}

/** One batch of somebody's invitations in a role; the rest, if any, is scheduled. */
export async function endGiven(ctx: MutationCtx, which: Giving & { role: Role }): Promise<void> {
  const { projectId, userId, role } = which;
  const invitations = ctx.db
    .query("projectInvitations")
    .withIndex("by_giver", (q) => q.eq("invitedBy", userId).eq("projectId", projectId).eq("role", role));
  if (await removeBatch(ctx, invitations)) await ctx.scheduler.runAfter(0, internal.members.jobs.endGiven, which);
}

/** Removes a batch of those that have expired by their age. Whether there may be more. */
export async function sweepInvitations(ctx: MutationCtx): Promise<boolean> {
  const old = ctx.db
    .query("projectInvitations")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - invitationLifeMs));
  return await removeBatch(ctx, old);
}

/** Whether there may be more. */
async function removeBatch(ctx: MutationCtx, invitations: AsyncIterable<Invitation>): Promise<boolean> {
  const room = roomFor(rowsPerBatch);
  await removeInto(room, invitations, ({ _id }) => ctx.db.delete("projectInvitations", _id));
  return isFull(room);
}
