import type { Doc } from "../_generated/dataModel";
import { publicId } from "../lib/publicIds";
import { isoTime } from "../lib/times";
import type { Role } from "./model";

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
}

/** Null is a user who is just being removed. */
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
  };
}

export function presentInvitation({ _id, _creationTime, email, role }: Doc<"projectInvitations">): MemberView {
  const id = publicId("projectInvitations", _id);
  const createdAt = isoTime(_creationTime);
  return { id, _id: id, userId: null, email, name: null, role, status: "invited", joinedAt: null, createdAt };
}
