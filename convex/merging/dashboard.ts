import type { PaginationResult } from "convex/server";
import { paginationOptsValidator } from "convex/server";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import { newestFirst } from "./lists";
import { presentMergeRun } from "./present";
import type { MergeRunView } from "./present";

export const list = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }): Promise<PaginationResult<MergeRunView>> =>
    await livePage(newestFirst(ctx, ctx.project._id), paginationOpts, presentMergeRun),
});
