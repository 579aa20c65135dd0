import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { changeQuestionCounts } from "../answeringSessions/model";
import { invalid } from "../lib/errors";
import { getOrThrow } from "../lib/getDocument";
import { notFound, publicId } from "../lib/publicIds";
import { nextState } from "../lib/states";
import type { ReviewRequest } from "./requests";
import { questionMoves } from "./status";

type Question = Doc<"sessionQuestions">;

/** A person can review 300 questions, and one transaction can read them even if all are as long as possible. */
const maxQuestionsPerSession = 300;

export interface NewQuestion {
  question: string;
  assumption: string;
}

/** Throws VALIDATION when the session would have more than `maxQuestionsPerSession` questions. */
export async function addQuestions(
  ctx: MutationCtx,
  session: Doc<"answeringSessions">,
  questions: NewQuestion[],
): Promise<Id<"sessionQuestions">[]> {
  if (session.questionCount + questions.length > maxQuestionsPerSession) {
    throw invalid("questions", `questions: a session can have at most ${maxQuestionsPerSession} questions.`);
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

/** Returns the questions of the session in the order in which they were asked. */
export async function questionsOf(ctx: QueryCtx, session: Doc<"answeringSessions">): Promise<Question[]> {
  return await ctx.db
    .query("sessionQuestions")
    .withIndex("by_session", (q) => q.eq("answeringSessionId", session._id))
    .take(maxQuestionsPerSession);
}

/** Throws NOT_FOUND while the session is in the trash, as its questions are then. */
async function sessionOf(ctx: QueryCtx, question: Question): Promise<Doc<"answeringSessions">> {
  const session = await getOrThrow(ctx, "answeringSessions", question.answeringSessionId);
  if (session.deletedAtMs !== undefined) throw notFound("sessionQuestions", publicId("sessionQuestions", question._id));
  return session;
}

/** Throws NOT_FOUND and CONFLICT. */
export async function reviewQuestion(
  ctx: MutationCtx,
  question: Question,
  { status: wanted, correction }: ReviewRequest,
  by: Id<"users">,
): Promise<Question> {
  const session = await sessionOf(ctx, question);
  const status = nextState("session question", questionMoves, wanted, question.status);
  const review = { status, correction: correction ?? null, reviewedAtMs: Date.now(), reviewedBy: by };
  await ctx.db.patch("sessionQuestions", question._id, review);
  await changeQuestionCounts(ctx, session, { reviewed: 1 });
  return { ...question, ...review };
}

/** Changes the assumption of a question, also of one that has been reviewed. Throws NOT_FOUND. */
export async function changeAssumption(ctx: MutationCtx, question: Question, assumption: string): Promise<Question> {
  await sessionOf(ctx, question);
  await ctx.db.patch("sessionQuestions", question._id, { assumption });
  return { ...question, assumption };
}

const clearedPerBatch = 200;

/** Deletes one batch of the questions of a deleted session. Returns whether more questions may be left. */
export async function clearQuestions(ctx: MutationCtx, answeringSessionId: Id<"answeringSessions">): Promise<boolean> {
  const questions = await ctx.db
    .query("sessionQuestions")
    .withIndex("by_session", (q) => q.eq("answeringSessionId", answeringSessionId))
    .take(clearedPerBatch);
  for (const question of questions) await ctx.db.delete("sessionQuestions", question._id);
  return questions.length === clearedPerBatch;
}
