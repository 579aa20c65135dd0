import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { activeVersion } from "./model";
import { presentVersion, presentWithContent } from "./present";
import type { VersionDetail, VersionView } from "./present";
import * as requests from "./requests";
import { versionStatus } from "./schema";

export const list = memberQuery("project:read", {
  args: {
    paginationOpts: paginationOptsValidator,
    roleType: v.optional(v.string()),
    status: v.optional(versionStatus),
  },
  handler: async (ctx, { roleType, status, paginationOpts }): Promise<PaginationResult<VersionView>> => {
    const range = newestFirst(ctx, ctx.project._id, { roleType, status });
    return await livePage(range, paginationOpts, (version) => presentVersion(ctx, version));
  },
});

export const get = memberQuery("project:read", { args: { id: v.string() }, handler: handlers.get });

/** The active version, which agents of this type of role receive. Null when none is active. */
export const active = memberQuery("project:read", {
  args: { roleType: v.string() },
  handler: async (ctx, { roleType }): Promise<VersionDetail | null> => {
    const version = await activeVersion(ctx, ctx.project._id, roleType);
    return version === null ? null : await presentWithContent(ctx, version);
  },
});

export const compile = memberWrite("work:write", requests.compile, handlers.compile);

export const activate = memberWrite("work:write", requests.one, handlers.activate);

export const deactivate = memberWrite("work:write", requests.one, handlers.deactivate);
