import { v } from "convex/values";
import { internal } from "../_generated/api";
import { scheduledMutation } from "../lib/scheduledMutation";
import { clearQuestions } from "./model";

export const clear = scheduledMutation(
  { answeringSessionId: v.id("answeringSessions") },
  async (ctx, { answeringSessionId }) => {
    if (await clearQuestions(ctx, answeringSessionId)) {
      await ctx.scheduler.runAfter(0, internal.sessionQuestions.scheduled.clear, { answeringSessionId });
    }
  },
);
