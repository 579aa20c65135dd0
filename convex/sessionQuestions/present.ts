import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicId } from "../lib/publicIds";
import { isoTime } from "../lib/times";
import { presentActor } from "../callers/actors";

export interface QuestionView {
  id: string;
  _id: string;
  answeringSessionId: string;
  question: string;
  assumption: string;
  correction: string | null;
  status: string;
  createdAt: string;
  reviewedAt: string | null;
  reviewedBy: string | null;
}

export async function presentQuestion(ctx: QueryCtx, document: Doc<"sessionQuestions">): Promise<QuestionView> {
  const id = publicId("sessionQuestions", document._id);
  const { question, assumption, correction, status, reviewedAtMs, reviewedBy } = document;
  return {
    id,
    _id: id,
    answeringSessionId: publicId("answeringSessions", document.answeringSessionId),
    question,
    assumption,
    correction,
    status,
    createdAt: isoTime(document._creationTime),
    reviewedAt: reviewedAtMs === undefined ? null : isoTime(reviewedAtMs),
    reviewedBy: reviewedBy === undefined ? null : await presentActor(ctx, reviewedBy),
  };
}
