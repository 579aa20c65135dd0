// Sends decisions to the service. What was decided is shown at once, and taken back with the reason if it is refused.
import { useCallback, useRef } from "react";
import { api } from "#convex/_generated/api";
import { changeInLists } from "../../live/optimisticLists";
import { toServiceError } from "../../feedback/serviceError";
import { useProjectMutation } from "../../live/projectHooks";
import { showNotice } from "../../feedback/notices";
import { deleteDraft } from "../../parts/useDraft";
import type { Decision } from "./decisions";

const questions = api.sessionQuestions.dashboard;

export const questionDraftName = (questionId: string) => `review.${questionId}`;

/** Resolves to whether the service accepted all of them. */
export function useSendDecisions(): (decisions: readonly Decision[]) => Promise<boolean> {
  const assume = useProjectMutation(questions.assume, (store, { id, assumption }) =>
    changeInLists(store, questions.list, (question) => (question.id === id ? { ...question, assumption } : question)),
  );
  const review = useProjectMutation(questions.review, (store, { id, status, correction = null }) =>
    changeInLists(store, questions.list, (question) =>
      question.id === id ? { ...question, status, correction } : question,
    ),
  );

  async function send(decision: Decision): Promise<string | null> {
    const { questionId: id, verdict: status } = decision;
    try {
      // The client sends changes in the order in which they are made.
      await Promise.all(
        decision.verdict === "declined"
          ? [review({ id, status, correction: decision.correction })]
          : [
              ...(decision.assumption === null ? [] : [assume({ id, assumption: decision.assumption })]),
              review({ id, status }),
            ],
      );
      deleteDraft(questionDraftName(id));
      return null;
    } catch (error) {
      return toServiceError(error).message;
    }
  }

  const newest = useRef(send);
  newest.current = send;
  return useCallback(async (decisions) => {
    const results = await Promise.all(decisions.map((decision) => newest.current(decision)));
    const errors = results.filter((message) => message !== null);
    if (errors[0] !== undefined) showNotice({ tone: "bad", text: `A decision was not accepted: ${errors[0]}` });
    return errors.length === 0;
  }, []);
}
