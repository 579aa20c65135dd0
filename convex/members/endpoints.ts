import type { Doc } from "../_generated/dataModel";
import { projectMutation, projectMutations, projectQuery } from "../api/builders";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import { newestFirstBy } from "../lib/newestFirst";
import * as handlers from "./handlers";
import type { MemberView } from "./present";
import type { InviteRequest, RoleRequest } from "./requests";
import { readMemberView } from "./model";

type Listed = Doc<"projectMembers"> | Doc<"projectInvitations">;

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<MemberView>> => {
  const projectId = ctx.project._id;
  const members = newestFirstBy(ctx, "projectMembers", "by_project", { projectId });
  const invitations = newestFirstBy(ctx, "projectInvitations", "by_project", { projectId });
  const paged = { project: ctx.project, name: "project/members", sources: [members, invitations] };
  return await readPage<Listed, MemberView>(paged, request, pageBounds.small, (row) => readMemberView(ctx, row));
});

// Only owners can make keys with the scope of these routes.

export const invite = projectMutation(async (ctx, request: InviteRequest) => await handlers.invite(ctx, request, ctx));
export const { remove } = projectMutations(handlers);

export const updateRole = projectMutation(
  async (ctx, request: RoleRequest) => await handlers.updateRole(ctx, request, ctx),
);
