import type { WriteCtx } from "../lib/callers";
import { changeRole, inviteMember, namedMember, removeMember } from "./model";
import { presentMember } from "./present";
import type { MemberView } from "./present";
import type { InviteRequest, RemoveRequest, RoleRequest } from "./requests";
import { showMember } from "./showing";

export async function invite(ctx: WriteCtx, request: InviteRequest): Promise<MemberView> {
  return await showMember(ctx, await inviteMember(ctx, ctx.project._id, request));
}

export async function remove(ctx: WriteCtx, { targetUserId }: RemoveRequest) {
  const member = await namedMember(ctx, ctx.project._id, targetUserId);
  await removeMember(ctx, member);
  const { id } = presentMember(member, null);
  return { id, _id: id, userId: targetUserId, deleted: true };
}

export async function updateRole(ctx: WriteCtx, { targetUserId, role }: RoleRequest): Promise<MemberView> {
  const member = await namedMember(ctx, ctx.project._id, targetUserId);
  await changeRole(ctx, member, role);
  return await showMember(ctx, { ...member, role });
}
