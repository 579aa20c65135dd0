import { v } from "convex/values";
import { internal } from "../_generated/api";
import { scheduled } from "../lib/scheduled";
import { clearQuestions } from "./model";

export const clear = scheduled(
  { answeringSessionId: v.id("answeringSessions") },
  async (ctx, { answeringSessionId }) => {
    if (await clearQuestions(ctx, answeringSessionId)) {
      await ctx.scheduler.runAfter(0, internal.sessionQuestions.jobs.clear, { answeringSessionId });
    }
  },
);
