import type { Doc } from "../_generated/dataModel";
import { projectMutation, projectQuery } from "../api/builders";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import { changeRole, inviteMember, namedMember, removeMember } from "./model";
import { presentMember } from "./present";
import type { MemberView } from "./present";
import type { InviteRequest, RemoveRequest, RoleRequest } from "./requests";
import { showMember } from "./showing";

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
  return await readPage<Listed, MemberView>(paged, request, pageBounds.small, (row) => showMember(ctx, row));
});

export const invite = projectMutation(async (ctx, request: InviteRequest): Promise<MemberView> =>
  showMember(ctx, await inviteMember(ctx, ctx.project._id, request)),
);

export const remove = projectMutation(async (ctx, { targetUserId }: RemoveRequest) => {
  const member = await namedMember(ctx, ctx.project._id, targetUserId);
  await removeMember(ctx, member);
  const { id } = presentMember(member, null);
  return { id, _id: id, userId: targetUserId, deleted: true };
});

export const updateRole = projectMutation(async (ctx, { targetUserId, role }: RoleRequest): Promise<MemberView> => {
  const member = await namedMember(ctx, ctx.project._id, targetUserId);
  await changeRole(ctx, member, role);
  return await showMember(ctx, { ...member, role });
});
