import type { PaginationResult } from "convex/server";
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentSprintChain } from "./present";
import type { SprintChainView } from "./present";

export const list = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }): Promise<PaginationResult<SprintChainView>> =>
    await livePage(newestFirst(ctx, ctx.project._id), paginationOpts, presentSprintChain),
});

export const get = memberQuery("project:read", { args: { id: v.string() }, handler: handlers.get });
