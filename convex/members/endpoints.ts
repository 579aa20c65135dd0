import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { projectMutation, projectQuery } from "../api/builders";
import { readSmallList } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import { documentId, idNamesNothing } from "../lib/publicIds";
import { changeRole, findMember, inviteMember, removeMember } from "./model";
import { presentInvitation, presentMember } from "./present";
import type { MemberView } from "./present";
import type { InviteRequest, RemoveRequest, RoleRequest } from "./requests";

type Listed = Doc<"projectMembers"> | Doc<"projectInvitations">;

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<MemberView>> => {
  const projectId = ctx.project._id;
  const members = (latestMs: number) =>
    ctx.db
      .query("projectMembers")
      .withIndex("by_project", (q) => q.eq("projectId", projectId).lte("_creationTime", latestMs))
      .order("desc");
  const invitations = (latestMs: number) =>
    ctx.db
      .query("projectInvitations")
      .withIndex("by_project", (q) => q.eq("projectId", projectId).lte("_creationTime", latestMs))
      .order("desc");
  const paged = { project: ctx.project, name: "project/members", sources: [members, invitations] };
  return await readSmallList<Listed, MemberView>(paged, request, (row) => present(ctx, row));
});

export const invite = projectMutation(async (ctx, request: InviteRequest): Promise<MemberView> =>
  present(ctx, await inviteMember(ctx, ctx.project._id, request)),
);

export const remove = projectMutation(async (ctx, { targetUserId }: RemoveRequest) => {
  const member = await target(ctx, ctx.project, targetUserId);
  await removeMember(ctx, member);
  const { id } = presentMember(member, null);
  return { id, _id: id, userId: targetUserId, deleted: true };
});

export const updateRole = projectMutation(async (ctx, { targetUserId, role }: RoleRequest): Promise<MemberView> => {
  const member = await target(ctx, ctx.project, targetUserId);
  await changeRole(ctx, member, role);
  return await present(ctx, { ...member, role });
});

/** Throws NOT_FOUND for a user who is no member, of which another project's members tell nothing. */
async function target(
  ctx: MutationCtx,
  project: Doc<"projects">,
  targetUserId: string,
): Promise<Doc<"projectMembers">> {
  const member = await findMember(ctx, project._id, documentId(ctx, "users", targetUserId));
  if (member === null) throw idNamesNothing("users", targetUserId);
  return member;
}

async function present(ctx: QueryCtx, row: Listed): Promise<MemberView> {
  return "email" in row ? presentInvitation(row) : presentMember(row, await ctx.db.get("users", row.userId));
}
