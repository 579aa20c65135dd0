import type { PaginationResult } from "convex/server";
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { boundPage } from "../dashboard/pages";
import { getOwn } from "../lib/getDocument";
import { presentSteps } from "./present";
import type { StepView } from "./present";

/** Lists the steps of an attempt of a run, in order. Without `attempt` it lists those of the present one. */
export const list = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator, runId: v.string(), attempt: v.optional(v.number()) },
  handler: async (ctx, { paginationOpts, runId, attempt }): Promise<PaginationResult<StepView>> => {
    const run = await getOwn(ctx, "runs", runId);
    const steps = await ctx.db
      .query("runSteps")
      .withIndex("by_run", (q) => q.eq("runId", run._id).eq("attempt", attempt ?? run.attempt))
      .paginate(boundPage(paginationOpts));
    return { ...steps, page: await presentSteps(ctx, steps.page) };
  },
});
