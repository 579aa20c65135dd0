import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { WriteCtx } from "../callers/caller";
import { listOf } from "../callers/lists";
import { getOwn } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { followGateAnswer } from "./gateQuestions";
import { newestFirst } from "./lists";
import { answerQuestion, dismissQuestion } from "./model";
import { presentQuestion } from "./present";
import type { QuestionView } from "./present";
import type { AnswerRequest, DismissRequest } from "./requests";
import { questionStatus } from "./schema";

export const list = listOf({
  name: "runs/questions",
  bounds: "usual",
  filters: { runId: v.optional(v.string()), status: v.optional(questionStatus) },
  find: async (ctx, { runId, status }) => {
    const run = runId === undefined ? null : await getOwn(ctx, "runs", runId);
    const filters = { runId: run?._id, status };
    return { range: newestFirst(ctx, { projectId: ctx.project._id, ...filters }), filters };
  },
  present: (question: Doc<"runQuestions">, ctx) => presentQuestion(ctx, question),
});

export async function answer(ctx: WriteCtx, { questionId, answer }: AnswerRequest): Promise<QuestionView> {
  const closing = await closable(ctx, questionId);
  const answered = await answerQuestion(ctx, closing, answer);
  await followGateAnswer(ctx, answered, answer, ctx.actor);
  return await presentQuestion(ctx, answered);
}

export async function dismiss(ctx: WriteCtx, { questionId }: DismissRequest): Promise<QuestionView> {
  return await presentQuestion(ctx, await dismissQuestion(ctx, await closable(ctx, questionId)));
}

/** Throws NOT_FOUND and FORBIDDEN, NOT_FOUND also when the run is in the trash. */
async function closable(ctx: WriteCtx, questionId: string) {
  const question = await getOwn(ctx, "runQuestions", questionId);
  const run = await getOwn(ctx, "runs", publicId("runs", question.runId));
  return { run, question, by: ctx };
}
