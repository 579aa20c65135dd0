import type { PaginationResult } from "convex/server";
import { paginationOptsValidator } from "convex/server";
import { memberQuery } from "../dashboard/builders";
import { bounded } from "../dashboard/pages";
import { presentInvitation } from "./present";
import type { MemberView } from "./present";
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
