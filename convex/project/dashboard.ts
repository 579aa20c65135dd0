import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { readCounters } from "../counters/model";
import type { Counters } from "../counters/model";
import { memberQuery, userQuery } from "../dashboard/builders";
import { boundPage } from "../dashboard/pages";
import { memberWrite, memberWrites, noBody, unauditedWrite } from "../dashboard/writes";
import { publicId } from "../lib/publicIds";
import { keptName } from "../callers/actor";
import { writeEntry } from "../callers/audited";
import type { Role } from "../callers/membership";
import { hasCompletedRun } from "../runs/firstCompletion";
import * as handlers from "./handlers";
import { makeProject } from "./model";
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

/** The caller becomes its owner, and its audit log begins with that. */
export const create = unauditedWrite("projects:make", requests.create, async (ctx, wanted): Promise<ProjectView> => {
  const project = await makeProject(ctx, ctx.userId, wanted);
  const { requestId } = await ctx.meta.getRequestMetadata();
  await writeEntry(ctx, project._id, {
    actor: ctx.actor,
    action: "project.create",
    subject: { type: "project", id: publicId("projects", project._id) },
    requestId,
    changes: { name: { from: null, to: project.name } },
    outcome: "success",
  });
  return presentProject(project);
});

export const { update } = memberWrites("settings:manage", requests, handlers);

export const remove = memberWrite("project:delete", noBody, async (ctx) =>
  handlers.remove(ctx, { type: "user", id: publicId("users", ctx.user._id), name: keptName(ctx.user) }),
);
