import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import { memberWrite } from "../dashboard/writes";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentMergeRun } from "./present";
import type { MergeRunView } from "./present";
import * as requests from "./requests";

export const list = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }): Promise<PaginationResult<MergeRunView>> =>
    await livePage(newestFirst(ctx, ctx.project._id), paginationOpts, presentMergeRun),
});

export const start = memberWrite("work:write", requests.start, handlers.start);
