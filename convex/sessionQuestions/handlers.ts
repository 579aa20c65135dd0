import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { WriteCtx } from "../callers/caller";
import { listOf } from "../callers/lists";
import { getOwn } from "../lib/getDocument";
import { newestFirstBy } from "../lib/newestFirst";
import { changeAssumption, reviewQuestion } from "./model";
import { presentQuestion } from "./present";
import type { QuestionView } from "./present";
import type { ReviewRequest } from "./requests";

export const list = listOf({
  name: "session-questions",
  bounds: "usual",
  filters: { answeringSessionId: v.string() },
  find: async (ctx, asked) => {
    const { _id: answeringSessionId } = await getOwn(ctx, "answeringSessions", asked.answeringSessionId);
    const range = newestFirstBy(ctx, "sessionQuestions", "by_session", { answeringSessionId });
    return { range, filters: { answeringSessionId } };
  },
  present: (question: Doc<"sessionQuestions">, ctx) => presentQuestion(ctx, question),
});

export async function review(ctx: WriteCtx, { id, ...request }: { id: string } & ReviewRequest): Promise<QuestionView> {
  const question = await getOwn(ctx, "sessionQuestions", id);
  return await presentQuestion(ctx, await reviewQuestion(ctx, question, request, ctx.userId));
}

export async function assume(
  ctx: WriteCtx,
  { id, assumption }: { id: string; assumption: string },
): Promise<QuestionView> {
  const question = await getOwn(ctx, "sessionQuestions", id);
  return await presentQuestion(ctx, await changeAssumption(ctx, question, assumption));
}
