import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { projectMutation, projectQuery } from "../api/builders";
import { apiError } from "../api/errors";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import { ownedDocument } from "../lib/named";
import { activateVersion, activeVersion, compileVersion, deactivateVersion } from "./model";
import { presentVersion, presentWithContent } from "./present";
import type { VersionDetail, VersionView } from "./present";
import type { CompileRequest, ListRequest } from "./requests";

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

export const get = projectQuery(
  async (ctx, { id }: { id: string }): Promise<VersionDetail> =>
    await presentWithContent(ctx, await ownedDocument(ctx, "learningVersions", id)),
);

export const active = projectQuery(async (ctx, { roleType }: { roleType: string }): Promise<VersionDetail> => {
  const version = await activeVersion(ctx, ctx.project._id, roleType);
  if (version === null) throw apiError("NOT_FOUND", "No learning version is active for this type of role.");
  return await presentWithContent(ctx, version);
});

export const compile = projectMutation(
  async (ctx, request: CompileRequest): Promise<VersionDetail> =>
    await presentWithContent(ctx, await compileVersion(ctx, request, ctx.key.userId)),
);

export const activate = projectMutation(async (ctx, { versionId }: { versionId: string }): Promise<VersionDetail> => {
  const version = await ownedDocument(ctx, "learningVersions", versionId);
  return await presentWithContent(ctx, await activateVersion(ctx, version));
});

export const deactivate = projectMutation(async (ctx, { versionId }: { versionId: string }): Promise<VersionDetail> => {
  const version = await ownedDocument(ctx, "learningVersions", versionId);
  return await presentWithContent(ctx, await deactivateVersion(ctx, version));
});
