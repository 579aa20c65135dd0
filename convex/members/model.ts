import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { keptName } from "../callers/actor";
import { findMember } from "../callers/membership";
import { changeCounter } from "../counters/model";
import { appendToFeed } from "../events/append";
import { documentId, notFound, publicId } from "../lib/publicIds";
import { notifyMembers } from "../notifications/model";
import { presentInvitation, presentMember } from "./present";
import type { MemberView } from "./present";

type Member = Doc<"projectMembers">;
type NewMember = Pick<Member, "projectId" | "userId" | "role">;

export async function addMember(ctx: MutationCtx, member: NewMember): Promise<Member["_id"]> {
  await changeCounter(ctx, member.projectId, "totalMembers", 1);
  return await ctx.db.insert("projectMembers", member);
}

export async function joinProject(ctx: MutationCtx, member: NewMember): Promise<Member["_id"]> {
  const memberId = await addMember(ctx, member);
  const user = await ctx.db.get("users", member.userId);
  const { projectId, role } = member;
  const data = { userId: publicId("users", member.userId), name: user?.name ?? null, role };
  await appendToFeed(ctx, { projectId, type: "member.joined", subject: { type: "member", id: memberId }, data });
  const title = `${user === null ? "Somebody" : keptName(user)} has joined.`;
  await notifyMembers(ctx, member.projectId, { type: "member_joined", title }, member.userId);
  return memberId;
}

/** Does not check whether the project keeps an owner. */
export async function deleteMember(ctx: MutationCtx, member: Member): Promise<void> {
  await changeCounter(ctx, member.projectId, "totalMembers", -1);
  await ctx.db.delete("projectMembers", member._id);
}

/** Throws NOT_FOUND when the user is not a member of this project. */
export async function getMember(ctx: QueryCtx, projectId: Id<"projects">, userId: string): Promise<Member> {
  const member = await findMember(ctx, projectId, documentId(ctx, "users", userId));
  if (member === null) throw notFound("users", userId);
  return member;
}

export async function readMemberView(ctx: QueryCtx, row: Member | Doc<"projectInvitations">): Promise<MemberView> {
  return "email" in row ? presentInvitation(row) : presentMember(row, await ctx.db.get("users", row.userId));
}
