import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { readCounters } from "../counters/model";
import type { Counters } from "../counters/model";
import { memberQuery, userQuery } from "../dashboard/builders";
import { boundPage } from "../dashboard/pages";
import { memberWrite, memberWrites, noBody } from "../dashboard/writes";
import { publicId } from "../lib/publicIds";
import type { Role } from "../callers/membership";
import { hasCompletedRun } from "../runs/firstCompletion";
import * as handlers from "./handlers";
import { presentProject } from "./present";
import type { ProjectView } from "./present";
import * as requests from "./requests";

interface OwnProjectView extends ProjectView {
  role: Role;
  /** Whether a run of the project was ever completed. */
  hasCompletedRun: boolean;
}

/** Lists the user's projects, the last joined first. Deleted projects are left out, so a page may be shorter. */
export const mine = userQuery({
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }): Promise<PaginationResult<OwnProjectView>> => {
    const memberships = await ctx.db
      .query("projectMembers")
      .withIndex("by_user", (q) => q.eq("userId", ctx.user._id))
      .order("desc")
      .paginate(boundPage(paginationOpts));
    const projects = await Promise.all(memberships.page.map((membership) => projectOf(ctx, membership)));
    return { ...memberships, page: projects.filter((project) => project !== null) };
  },
});

async function projectOf(ctx: QueryCtx, { projectId, role }: Doc<"projectMembers">): Promise<OwnProjectView | null> {
  const project = await ctx.db.get("projects", projectId);
  return project === null || project.deletingAtMs !== undefined ? null : await presentOwn(ctx, project, role);
}

async function presentOwn(ctx: QueryCtx, project: Doc<"projects">, role: Role): Promise<OwnProjectView> {
  return { ...presentProject(project), role, hasCompletedRun: await hasCompletedRun(ctx, project) };
}

export const get = memberQuery("project:read", {
  args: {},
  handler: async (ctx): Promise<OwnProjectView> => await presentOwn(ctx, ctx.project, ctx.role),
});

export const counters = memberQuery("project:read", {
  args: {},
  handler: async (ctx): Promise<Counters> => await readCounters(ctx, ctx.project._id, ctx.user._id),
});

export const { update } = memberWrites("settings:manage", requests, handlers);

export const remove = memberWrite("project:delete", noBody, async (ctx) =>
  handlers.remove(ctx, { type: "user", id: publicId("users", ctx.user._id), name: ctx.user.email }),
);
