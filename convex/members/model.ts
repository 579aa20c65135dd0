import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { changeCounter } from "../counters/model";
import { documentId, idNamesNothing } from "../lib/publicIds";
import { notifyMembers } from "../notifications/model";

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
