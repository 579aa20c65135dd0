import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { projectMutation, projectQuery } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import * as handlers from "./handlers";
import { presentVersion } from "./present";
import type { VersionView } from "./present";
import type { ListRequest } from "./requests";

type Filters = Pick<ListRequest, "roleType" | "status">;

export const list = projectQuery(
  async (ctx, { limit, cursor, ...filters }: ListRequest): Promise<Page<VersionView>> => {
    const newestFirst = (fromMs: number) => versionsOf(ctx, ctx.project._id, filters, fromMs);
    const paged = { project: ctx.project, name: listName("learning-versions", filters), sources: [newestFirst] };
    return await readPage(paged, { limit, cursor }, pageBounds.usual, (version) => presentVersion(ctx, version));
  },
);

function versionsOf(ctx: QueryCtx, projectId: Id<"projects">, { roleType, status }: Filters, fromMs: number) {
  const versions = ctx.db.query("learningVersions");
  if (roleType !== undefined && status !== undefined) {
    return versions
      .withIndex("by_role_and_status", (q) =>
        q.eq("projectId", projectId).eq("roleType", roleType).eq("status", status).lte("_creationTime", fromMs),
      )
      .order("desc");
  }
  if (roleType !== undefined) {
    return versions
      .withIndex("by_role", (q) => q.eq("projectId", projectId).eq("roleType", roleType).lte("_creationTime", fromMs))
      .order("desc");
  }
  if (status !== undefined) {
    return versions
      .withIndex("by_status", (q) => q.eq("projectId", projectId).eq("status", status).lte("_creationTime", fromMs))
      .order("desc");
  }
  return versions
    .withIndex("by_project", (q) => q.eq("projectId", projectId).lte("_creationTime", fromMs))
    .order("desc");
}

export const get = projectQuery(handlers.get);

export const active = projectQuery(handlers.active);

export const compile = projectMutation(handlers.compile);

export const activate = projectMutation(handlers.activate);

export const deactivate = projectMutation(handlers.deactivate);
