import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { presentActor } from "../callers/caller";
import type { JsonSchema } from "../lib/jsonSchema";
import { publicId, publicIdOrNull, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";
import type { Answer } from "./forms";
import { formOf, isOverdue, readAnswer } from "./questionRow";
import type { QuestionStatus } from "./status";

/** What the runner waits for. */
export interface AnswerView extends Ids {
  status: QuestionStatus;
  answer: Answer | null;
}

export interface QuestionView extends AnswerView {
  runId: string;
  attempt: number;
  stepId: string | null;
  key: string;
  title: string;
  text: string | null;
  options: string[] | null;
  schema: JsonSchema | null;
  default: Answer | null;
  deadline: string | null;
  createdAt: string;
  closedAt: string | null;
  closedBy: string | null;
}

/** An overdue question is shown as expired, also before the clock has closed it. */
export function presentAnswer(question: Doc<"runQuestions">, nowMs: number): AnswerView {
  const { _id, status, answer } = question;
  if (isOverdue(question, nowMs)) {
    return withIds("runQuestions", _id, { status: "expired", answer: readAnswer(question.default) });
  }
  return withIds("runQuestions", _id, { status, answer: readAnswer(answer) });
}

export async function presentQuestion(ctx: QueryCtx, question: Doc<"runQuestions">): Promise<QuestionView> {
  const { attempt, stepId, key, title, text = null, deadlineMs, closedBy } = question;
  // A platform that keeps results of queries could not keep one that reads the clock, so only this kind reads it.
  const shown = presentAnswer(question, deadlineMs === undefined ? 0 : Date.now());
  const { options = null, schema = null } = formOf(question);
  return {
    ...shown,
    runId: publicId("runs", question.runId),
    attempt,
    stepId: publicIdOrNull("runSteps", stepId),
    key,
    title,
    text,
    options,
    schema,
    default: readAnswer(question.default),
    deadline: isoTimeOrNull(deadlineMs),
    createdAt: isoTime(question._creationTime),
    closedAt: isoTimeOrNull(question.closedAtMs ?? (shown.status === "expired" ? deadlineMs : undefined)),
    closedBy: closedBy === undefined ? null : await presentActor(ctx, closedBy),
  };
}
