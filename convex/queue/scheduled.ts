import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { countStep } from "./setting";
import { promoteWaitingRuns } from "./promotion";

const limit = { projectId: v.id("projects"), key: v.string() };

/** Lets further runs in that a limit holds. */
export const letIn = internalMutation({
  args: limit,
  handler: async (ctx, { projectId, key }): Promise<null> => {
    await promoteWaitingRuns(ctx, projectId, [key]);
    return null;
  },
});

/** Counts the runs that were there before a limit. */
export const count = internalMutation({
  args: {
    ...limit,
    // Absent in steps that an earlier version has scheduled.
    number: v.optional(v.number()),
    round: v.number(),
    cursor: v.union(v.string(), v.null()),
  },
  handler: async (ctx, counting): Promise<null> => {
    const next = await countStep(ctx, counting);
    if (next !== null) await ctx.scheduler.runAfter(0, internal.queue.scheduled.count, next);
    return null;
  },
});

const limitsPerStep = 100;

/** Looks at all limits of a project that was restored: nothing has moved while it was deleted. */
export const letInAll = internalMutation({
  args: { projectId: v.id("projects"), cursor: v.optional(v.string()) },
  handler: async (ctx, { projectId, cursor = null }): Promise<null> => {
    const found = await ctx.db
      .query("queueLimits")
      .withIndex("by_key", (q) => q.eq("projectId", projectId))
      .paginate({ cursor, numItems: limitsPerStep });
    const { letIn, letInAll: further } = internal.queue.scheduled;
    for (const { key } of found.page) await ctx.scheduler.runAfter(0, letIn, { projectId, key });
    if (!found.isDone) await ctx.scheduler.runAfter(0, further, { projectId, cursor: found.continueCursor });
    return null;
  },
});
