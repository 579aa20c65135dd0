import type { PaginationResult } from "convex/server";
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { memberMutation, memberQuery } from "../dashboard/builders";
import { bounded } from "../dashboard/pages";
import { checkedAddress } from "../users/model";
import { changeRole as assignRole, inviteMember, namedMember, removeMember } from "./model";
import type { Role } from "./model";
import { presentInvitation } from "./present";
import type { MemberView } from "./present";
import { requirePermission } from "./roles";
import { memberRole } from "./schema";
import { showMember } from "./showing";

/** Who belongs to the project, newest first. */
export const list = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }): Promise<PaginationResult<MemberView>> => {
    const members = await ctx.db
      .query("projectMembers")
      .withIndex("by_project", (q) => q.eq("projectId", ctx.project._id))
      .order("desc")
      .paginate(bounded(paginationOpts));
    return { ...members, page: await Promise.all(members.page.map((member) => showMember(ctx, member))) };
  },
});

/** Who was invited and has not signed in yet, newest first. */
export const invitations = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }): Promise<PaginationResult<MemberView>> => {
    const invited = await ctx.db
      .query("projectInvitations")
      .withIndex("by_project", (q) => q.eq("projectId", ctx.project._id))
      .order("desc")
      .paginate(bounded(paginationOpts));
    return { ...invited, page: invited.page.map(presentInvitation) };
  },
});

export const invite = memberMutation("members:manage", {
  args: { email: v.string(), role: memberRole },
  handler: async (ctx, { email, role }): Promise<MemberView> => {
    requireForOwners(ctx.role, role);
    const invited = await inviteMember(ctx, ctx.project._id, { email: checkedAddress(email, "email"), role });
    return await showMember(ctx, invited);
  },
});

export const changeRole = memberMutation("members:manage", {
  args: { userId: v.string(), role: memberRole },
  handler: async (ctx, { userId, role }): Promise<MemberView> => {
    const member = await namedMember(ctx, ctx.project._id, userId);
    requireForOwners(ctx.role, member.role, role);
    await assignRole(ctx, member, role);
    return await showMember(ctx, { ...member, role });
  },
});

export const remove = memberMutation("members:manage", {
  args: { userId: v.string() },
  handler: async (ctx, { userId }): Promise<null> => {
    const member = await namedMember(ctx, ctx.project._id, userId);
    requireForOwners(ctx.role, member.role);
    await removeMember(ctx, member);
    return null;
  },
});

/** Owners are the affair of owners. Throws FORBIDDEN. */
function requireForOwners(role: Role, ...concerned: Role[]): void {
  if (concerned.includes("owner")) requirePermission(role, "owners:manage");
}
