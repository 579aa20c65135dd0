import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { memberQuery } from "../dashboard/builders";
import { pageOf } from "../dashboard/pages";
import { memberWrites } from "../dashboard/writes";
import { literals } from "../lib/literals";
import * as handlers from "./handlers";
import { isListed, listedStatuses } from "./lists";
import { presentOpenJob } from "./present";
import type { OpenJobView } from "./present";
import * as requests from "./requests";

/**
 * Lists the jobs that wait for a runner, those that runners hold, or those that have failed for good. Those that have
 * waited longest come first, and of failed ones those whose runner was the last to have one.
 */
export const list = memberQuery("project:read", {
  args: {
    paginationOpts: paginationOptsValidator,
    status: literals(listedStatuses),
  },
  handler: async (ctx, { paginationOpts, status }): Promise<PaginationResult<OpenJobView>> => {
    const range = ctx.db
      .query("jobs")
      .withIndex("by_project_and_lease", (q) => q.eq("projectId", ctx.project._id).eq("status", status));
    if (status !== "failed") return await pageOf(range, paginationOpts, presentOpenJob);
    const { page, ...position } = await pageOf(range.order("desc"), paginationOpts, (job) =>
      isListed(job) ? presentOpenJob(job) : null,
    );
    return { ...position, page: page.filter((job) => job !== null) };
  },
});

export const { redrive } = memberWrites("work:write", requests, handlers);
