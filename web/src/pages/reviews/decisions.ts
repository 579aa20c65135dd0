// A decision about a question of an agent: its assumption is accepted, perhaps in other words, or corrected.
import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";

export type Question = FunctionReturnType<typeof api.sessionQuestions.dashboard.list>["page"][number];

export type Decision =
  | { verdict: "approved"; questionId: string; assumption: string | null }
  | { verdict: "declined"; questionId: string; correction: string };

/** The question as it will be when the service has the decision. */
export function applyDecision(question: Question, decision: Decision): Question {
  switch (decision.verdict) {
    case "approved":
      return { ...question, status: "approved", assumption: decision.assumption ?? question.assumption };
    case "declined":
      return { ...question, status: "declined", correction: decision.correction };
  }
}

export function isUndecided({ status }: Question): boolean {
  return status === "pending";
}

/** The first question without a decision after the one with this id, or from the start when there is none after it. */
export function nextUndecided(questions: readonly Question[], id: string | null): Question | undefined {
  const index = questions.findIndex((question) => question.id === id);
  const isNext = (question: Question) => isUndecided(question) && question.id !== id;
  return questions.slice(index + 1).find(isNext) ?? questions.find(isNext);
}
