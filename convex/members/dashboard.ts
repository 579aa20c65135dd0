import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { memberQuery } from "../dashboard/builders";
import { boundPage } from "../dashboard/pages";
import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import type { Role } from "../callers/membership";
import { presentInvitation } from "./present";
import type { MemberView } from "./present";
import * as requests from "./requests";
import { requirePermission } from "../callers/roles";
import { readMemberView } from "./model";

export const list = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }): Promise<PaginationResult<MemberView>> => {
    const members = await ctx.db
      .query("projectMembers")
      .withIndex("by_project", (q) => q.eq("projectId", ctx.project._id))
      .order("desc")
      .paginate(boundPage(paginationOpts));
    return { ...members, page: await Promise.all(members.page.map((member) => readMemberView(ctx, member))) };
  },
});

export const invitations = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }): Promise<PaginationResult<MemberView>> => {
    const invited = await ctx.db
      .query("projectInvitations")
      .withIndex("by_project", (q) => q.eq("projectId", ctx.project._id))
      .order("desc")
      .paginate(boundPage(paginationOpts));
    return { ...invited, page: invited.page.map(presentInvitation) };
  },
});

export const invite = memberWrite("members:manage", requests.invite, async (ctx, request) => {
  requireForOwners(ctx.role, request.role);
  return await handlers.invite(ctx, request, { userId: ctx.userId });
});

export const updateRole = memberWrite("members:manage", requests.updateRole, async (ctx, request) => {
  const { row } = await handlers.getTarget(ctx, request.targetUserId);
  requireForOwners(ctx.role, row.role, request.role);
  return await handlers.updateRole(ctx, request, { userId: ctx.userId });
});

export const remove = memberWrite("members:manage", requests.remove, async (ctx, request) => {
  const { row } = await handlers.getTarget(ctx, request.targetUserId);
  requireForOwners(ctx.role, row.role);
  return await handlers.remove(ctx, request);
});

/** Throws FORBIDDEN. */
function requireForOwners(role: Role, ...concerned: Role[]): void {
  if (concerned.includes("owner")) requirePermission(role, "owners:manage");
}
