import type { Doc } from "../_generated/dataModel";
import type { ReadCtx, WriteCtx } from "../callers/caller";
import { isIdOf, withIds } from "../lib/publicIds";
import { changeInvitation, changeRole, inviteMember, removeMember } from "./memberChanges";
import { getInvitation } from "./invitations";
import type { Inviter } from "./invitations";
import { getMember, readMemberView } from "./model";
import type { MemberView } from "./present";
import type { InviteRequest, RemoveRequest, RoleRequest } from "./requests";

type Target = { kind: "member"; row: Doc<"projectMembers"> } | { kind: "invitation"; row: Doc<"projectInvitations"> };

/** `targetUserId` is the id of a user for a member, and the id of the invitation for an invited person. */
export async function getTarget(ctx: ReadCtx, targetUserId: string): Promise<Target> {
  if (isIdOf("projectInvitations", targetUserId)) {
    return { kind: "invitation", row: await getInvitation(ctx, targetUserId) };
  }
  return { kind: "member", row: await getMember(ctx, ctx.project._id, targetUserId) };
}

export async function invite(ctx: WriteCtx, request: InviteRequest, giver: Inviter): Promise<MemberView> {
  return await readMemberView(ctx, await inviteMember(ctx, ctx.project._id, request, giver));
}

/** `endedKeys` is the number of keys that ended with the membership. */
export async function remove(ctx: WriteCtx, { targetUserId }: RemoveRequest) {
  const target = await getTarget(ctx, targetUserId);
  switch (target.kind) {
    case "member": {
      const endedKeys = await removeMember(ctx, target.row);
      return withIds("projectMembers", target.row._id, { userId: targetUserId, deleted: true, endedKeys });
    }
    case "invitation":
      await ctx.db.delete("projectInvitations", target.row._id);
      return { id: targetUserId, _id: targetUserId, userId: null, deleted: true, endedKeys: 0 };
  }
}

export async function updateRole(
  ctx: WriteCtx,
  { targetUserId, role }: RoleRequest,
  giver: Inviter,
): Promise<MemberView> {
  const target = await getTarget(ctx, targetUserId);
  switch (target.kind) {
    case "member":
      await changeRole(ctx, target.row, role);
      return await readMemberView(ctx, { ...target.row, role });
    case "invitation":
      return await readMemberView(ctx, await changeInvitation(ctx, target.row, role, giver));
  }
}
