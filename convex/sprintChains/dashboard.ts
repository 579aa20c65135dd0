import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import { memberWrite, memberWriteAt, noBody } from "../dashboard/writes";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentSprintChain } from "./present";
import type { SprintChainView } from "./present";
import * as requests from "./requests";

export const list = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }): Promise<PaginationResult<SprintChainView>> =>
    await livePage(newestFirst(ctx, ctx.project._id), paginationOpts, presentSprintChain),
});

export const get = memberQuery("project:read", { args: { id: v.string() }, handler: handlers.get });

export const create = memberWrite("work:write", requests.create, handlers.create);

export const remove = memberWriteAt("work:write", ["id"], noBody, handlers.remove);
