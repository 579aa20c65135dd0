import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentSession } from "./present";
import type { SessionView } from "./present";
import * as requests from "./requests";

export const list = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }): Promise<PaginationResult<SessionView>> =>
    await livePage(newestFirst(ctx, ctx.project._id), paginationOpts, presentSession),
});

export const get = memberQuery("project:read", { args: { id: v.string() }, handler: handlers.get });

export const start = memberWrite("work:write", requests.start, handlers.start);

export const rename = memberWrite("work:write", requests.rename, handlers.rename);

export const remove = memberWrite("work:write", requests.one, handlers.remove);

export const restore = memberWrite("work:write", requests.one, handlers.restore);

export const purge = memberWrite("work:write", requests.one, handlers.purge);

export const removeMany = memberWrite("work:write", requests.many, handlers.removeMany);
