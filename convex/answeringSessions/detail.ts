import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { questionsOf } from "../sessionQuestions/model";
import { presentQuestion } from "../sessionQuestions/present";
import type { QuestionView } from "../sessionQuestions/present";
import { presentAnsweringSession } from "./present";
import type { AnsweringSessionView } from "./present";

export interface AnsweringSessionDetail extends AnsweringSessionView {
  questions: QuestionView[];
}

export async function presentWithQuestions(
  ctx: QueryCtx,
  session: Doc<"answeringSessions">,
): Promise<AnsweringSessionDetail> {
  const questions = await questionsOf(ctx, session);
  return {
    ...presentAnsweringSession(session),
    questions: await Promise.all(questions.map((question) => presentQuestion(ctx, question))),
  };
}
