import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { apiError } from "../api/errors";
import { changeCounter } from "../counters/model";
import { documentId, idNamesNothing } from "../lib/publicIds";
import { notifyMembers } from "../notifications/model";
import { userWithEmail } from "../users/model";
import type { InviteRequest } from "./requests";

export type Role = Doc<"projectMembers">["role"];

export async function addMember(
  ctx: MutationCtx,
  member: Pick<Doc<"projectMembers">, "projectId" | "userId" | "role">,
): Promise<Id<"projectMembers">> {
  await changeCounter(ctx, member.projectId, "totalMembers", 1);
  return await ctx.db.insert("projectMembers", member);
}

/** Somebody who was invited: the other members are told. */
export async function joinProject(
  ctx: MutationCtx,
  member: Pick<Doc<"projectMembers">, "projectId" | "userId" | "role">,
): Promise<Id<"projectMembers">> {
  const memberId = await addMember(ctx, member);
  const user = await ctx.db.get("users", member.userId);
  const title = `${user?.name ?? user?.email ?? "Somebody"} has joined.`;
  await notifyMembers(ctx, member.projectId, { type: "member_joined", title }, member.userId);
  return memberId;
}

/** Without regard to whether the project keeps an owner. */
export async function dropMember(ctx: MutationCtx, member: Doc<"projectMembers">): Promise<void> {
  await changeCounter(ctx, member.projectId, "totalMembers", -1);
  await ctx.db.delete("projectMembers", member._id);
}

/** Throws CONFLICT when the address belongs to a member or was invited before. `email` is folded. */
export async function inviteMember(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { email, role }: InviteRequest,
): Promise<Doc<"projectMembers"> | Doc<"projectInvitations">> {
  const user = await userWithEmail(ctx, email);
  if (user !== null && (await findMember(ctx, projectId, user._id)) !== null) {
    throw apiError("CONFLICT", `${email} is a member of this project already.`);
  }
  // Also of somebody who is a user by now: it becomes a membership when they sign in.
  if (await isInvited(ctx, projectId, email)) {
    throw apiError("CONFLICT", `${email} is invited to this project already.`);
  }
  if (user === null) {
    const id = await ctx.db.insert("projectInvitations", { projectId, email, role });
    return await written(ctx.db.get("projectInvitations", id));
  }
  return await written(ctx.db.get("projectMembers", await joinProject(ctx, { projectId, userId: user._id, role })));
}

async function isInvited(ctx: QueryCtx, projectId: Id<"projects">, email: string): Promise<boolean> {
  const invitation = await ctx.db
    .query("projectInvitations")
    .withIndex("by_project_and_email", (q) => q.eq("projectId", projectId).eq("email", email))
    .unique();
  return invitation !== null;
}

async function written<Row>(row: Promise<Row | null>): Promise<Row> {
  const found = await row;
  if (found === null) throw new Error("A row is gone in the transaction that wrote it.");
  return found;
}

export async function findMember(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  userId: Id<"users">,
): Promise<Doc<"projectMembers"> | null> {
  return await ctx.db
    .query("projectMembers")
    .withIndex("by_project_and_user", (q) => q.eq("projectId", projectId).eq("userId", userId))
    .unique();
}

/** Throws NOT_FOUND for a user who is no member, of which another project's members tell nothing. */
export async function namedMember(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  userId: string,
): Promise<Doc<"projectMembers">> {
  const member = await findMember(ctx, projectId, documentId(ctx, "users", userId));
  if (member === null) throw idNamesNothing("users", userId);
  return member;
}

/** Throws CONFLICT for the last owner. */
export async function removeMember(ctx: MutationCtx, member: Doc<"projectMembers">): Promise<void> {
  await requireOtherOwner(ctx, member);
  await dropMember(ctx, member);
}

/** Throws CONFLICT when the last owner would be none any more. */
export async function changeRole(ctx: MutationCtx, member: Doc<"projectMembers">, role: Role): Promise<void> {
  if (role !== "owner") await requireOtherOwner(ctx, member);
  await ctx.db.patch("projectMembers", member._id, { role });
}

async function requireOtherOwner(ctx: QueryCtx, member: Doc<"projectMembers">): Promise<void> {
  if (member.role !== "owner") return;
  const owners = await ctx.db
    .query("projectMembers")
    .withIndex("by_project_and_role", (q) => q.eq("projectId", member.projectId).eq("role", "owner"))
    .take(2);
  if (owners.length < 2) throw apiError("CONFLICT", "The last owner of a project can be neither removed nor demoted.");
}
