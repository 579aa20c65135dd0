import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { clearQuestions } from "./model";

export const clear = internalMutation({
  args: { answeringSessionId: v.id("answeringSessions") },
  handler: async (ctx, { answeringSessionId }): Promise<null> => {
    if (await clearQuestions(ctx, answeringSessionId)) {
      await ctx.scheduler.runAfter(0, internal.sessionQuestions.jobs.clear, { answeringSessionId });
    }
    return null;
  },
});
