import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { cancelStepsOfRun } from "./model";

export const cancel = internalMutation({
  args: { runId: v.id("runs"), attempt: v.number() },
  handler: async (ctx, { runId, attempt }): Promise<null> => {
    const run = await ctx.db.get("runs", runId);
    if (run !== null) await cancelStepsOfRun(ctx, run, attempt);
    return null;
  },
});
