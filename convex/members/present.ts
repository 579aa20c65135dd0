import type { Doc } from "../_generated/dataModel";
import { publicId } from "../lib/publicIds";
import { isoTime } from "../lib/times";
import { expiryOf } from "./invitationLife";
import type { Role } from "../callers/membership";

export interface MemberView {
  id: string;
  _id: string;
  /** Null while invited. */
  userId: string | null;
  email: string | null;
  name: string | null;
  role: Role;
  status: "active" | "invited";
  joinedAt: string | null;
  createdAt: string;
  /** Of an invitation: until when it can be accepted, and who made it; null for members. */
  expiresAt: string | null;
  invitedBy: string | null;
}

export function presentMember(member: Doc<"projectMembers">, user: Doc<"users"> | null): MemberView {
  const id = publicId("projectMembers", member._id);
  const createdAt = isoTime(member._creationTime);
  return {
    id,
    _id: id,
    userId: publicId("users", member.userId),
    email: user?.email ?? null,
    name: user?.name ?? null,
    role: member.role,
    status: "active",
    joinedAt: createdAt,
    createdAt,
    expiresAt: null,
    invitedBy: null,
  };
}

/** `invitedBy` is not known of those made before it was noted. */
export function presentInvitation(invitation: Doc<"projectInvitations">): MemberView {
  const id = publicId("projectInvitations", invitation._id);
  const { email, role, invitedBy } = invitation;
  return {
    id,
    _id: id,
    userId: null,
    email,
    name: null,
    role,
    status: "invited",
    joinedAt: null,
    createdAt: isoTime(invitation._creationTime),
    expiresAt: isoTime(expiryOf(invitation)),
    invitedBy: invitedBy === undefined ? null : publicId("users", invitedBy),
  };
}
