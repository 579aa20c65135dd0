import { v } from "convex/values";
import { ifExists, scheduledMutation } from "../lib/scheduledMutation";
import { dismissOfEnded } from "../runs/questions";
import { expireQuestion } from "./model";

export const expire = scheduledMutation({ questionId: v.id("runQuestions") }, (ctx, { questionId }) =>
  ifExists(ctx.db.get("runQuestions", questionId), (question) => expireQuestion(ctx, question)),
);

/** runs/statusChange.ts schedules this by its name when a run ends together with many others. */
export const dismiss = scheduledMutation(
  { runId: v.id("runs"), attempt: v.number(), round: v.optional(v.number()) },
  (ctx, ended) => dismissOfEnded(ctx, ended),
);
