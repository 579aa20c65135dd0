import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { changeQuestionCounts } from "../answeringSessions/model";
import { invalid } from "../lib/errors";
import { knownDocument } from "../lib/named";
import { nextState } from "../lib/states";
import type { ReviewRequest } from "./requests";
import { questionMoves } from "./status";

type Question = Doc<"sessionQuestions">;

/** No more than a person can review, and than a transaction can read when all texts are as long as may be. */
const questionsPerSessionMax = 300;

export interface NewQuestion {
  question: string;
  assumption: string;
}

/** Throws VALIDATION for more than a session can have. */
export async function addQuestions(
  ctx: MutationCtx,
  session: Doc<"answeringSessions">,
  questions: NewQuestion[],
): Promise<Id<"sessionQuestions">[]> {
  if (session.questionCount + questions.length > questionsPerSessionMax) {
    throw invalid("questions", `questions: a session can have ${questionsPerSessionMax} questions.`);
  }
  const { projectId, _id: answeringSessionId, issueSessionId } = session;
  const ids = [];
  for (const question of questions) {
    const row = { projectId, answeringSessionId, issueSessionId, ...question, correction: null };
    ids.push(await ctx.db.insert("sessionQuestions", { ...row, status: "pending" as const }));
  }
  await changeQuestionCounts(ctx, session, { added: questions.length });
  return ids;
}

/** In the order in which they were asked. */
export async function questionsOf(ctx: QueryCtx, session: Doc<"answeringSessions">): Promise<Question[]> {
  return await ctx.db
    .query("sessionQuestions")
    .withIndex("by_session", (q) => q.eq("answeringSessionId", session._id))
    .take(questionsPerSessionMax);
}

/** Throws CONFLICT for a question that has been reviewed, and VALIDATION for a correction too many or too few. */
export async function reviewQuestion(
  ctx: MutationCtx,
  question: Question,
  { status: wanted, correction }: ReviewRequest,
  by: Id<"users">,
): Promise<Question> {
  if (wanted === "declined" && correction == null) {
    throw invalid("correction", "correction: a question that is declined needs one.");
  }
  if (wanted === "approved" && correction != null) {
    throw invalid("correction", "correction: a question that is approved has none.");
  }
  const status = nextState("session question", questionMoves, wanted, question.status);
  const review = { status, correction: correction ?? null, reviewedAtMs: Date.now(), reviewedBy: by };
  await ctx.db.patch("sessionQuestions", question._id, review);
  const session = await knownDocument(ctx, "answeringSessions", question.answeringSessionId);
  await changeQuestionCounts(ctx, session, { reviewed: 1 });
  return { ...question, ...review };
}

/** Whatever has become of the question. */
export async function changeAssumption(ctx: MutationCtx, question: Question, assumption: string): Promise<Question> {
  await ctx.db.patch("sessionQuestions", question._id, { assumption });
  return { ...question, assumption };
}

const clearedPerBatch = 200;

/** One batch of the questions of a session that is gone. Whether there may be more. */
export async function clearQuestions(ctx: MutationCtx, answeringSessionId: Id<"answeringSessions">): Promise<boolean> {
  const questions = await ctx.db
    .query("sessionQuestions")
    .withIndex("by_session", (q) => q.eq("answeringSessionId", answeringSessionId))
    .take(clearedPerBatch);
  for (const question of questions) await ctx.db.delete("sessionQuestions", question._id);
  return questions.length === clearedPerBatch;
}
