import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { pageOf } from "../dashboard/pages";
import { presentOpenJob } from "./present";
import type { OpenJobView } from "./present";

/** Lists the jobs that wait for a runner, or those that runners hold. Those that have waited longest come first. */
export const list = memberQuery("project:read", {
  args: {
    paginationOpts: paginationOptsValidator,
    status: v.union(v.literal("queued"), v.literal("claimed")),
  },
  handler: async (ctx, { paginationOpts, status }): Promise<PaginationResult<OpenJobView>> => {
    const range = ctx.db
      .query("jobs")
      .withIndex("by_project_and_lease", (q) => q.eq("projectId", ctx.project._id).eq("status", status));
    return await pageOf(range, paginationOpts, presentOpenJob);
  },
});
