import type { Doc } from "../_generated/dataModel";
import type { Role } from "../callers/membership";
import { publicId, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { dayMs, isoTime } from "../lib/times";

export interface MemberView extends Ids {
  /** Null for an invited person. */
  userId: string | null;
  email: string | null;
  name: string | null;
  role: Role;
  status: "active" | "invited";
  joinedAt: string | null;
  createdAt: string;
  /** The end and the author of an invitation; null for members. */
  expiresAt: string | null;
  invitedBy: string | null;
}

export function presentMember(member: Doc<"projectMembers">, user: Doc<"users"> | null): MemberView {
  const createdAt = isoTime(member._creationTime);
  return withIds("projectMembers", member._id, {
    userId: publicId("users", member.userId),
    email: user?.email ?? null,
    name: user?.name ?? null,
    role: member.role,
    status: "active",
    joinedAt: createdAt,
    createdAt,
    expiresAt: null,
    invitedBy: null,
  });
}

export function presentInvitation(invitation: Doc<"projectInvitations">): MemberView {
  const { email, role, invitedBy, expiresAtMs } = invitation;
  return withIds("projectInvitations", invitation._id, {
    userId: null,
    email,
    name: null,
    role,
    status: "invited",
    joinedAt: null,
    createdAt: isoTime(invitation._creationTime),
    expiresAt: isoTime(expiresAtMs),
    invitedBy: publicId("users", invitedBy),
  });
}

export const invitationLifeMs = 14 * dayMs;
