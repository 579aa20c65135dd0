import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { presentActor } from "../callers/caller";
import { publicId, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";

export interface QuestionView extends Ids {
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
  const { question, assumption, correction, status, reviewedAtMs, reviewedBy } = document;
  return withIds("sessionQuestions", document._id, {
    answeringSessionId: publicId("answeringSessions", document.answeringSessionId),
    question,
    assumption,
    correction,
    status,
    createdAt: isoTime(document._creationTime),
    reviewedAt: isoTimeOrNull(reviewedAtMs),
    reviewedBy: reviewedBy === undefined ? null : await presentActor(ctx, reviewedBy),
  });
}
