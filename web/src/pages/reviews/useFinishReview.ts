// Ends a review: the agent continues with the answers.
import { api } from "#convex/_generated/api";
import { usePerform } from "../../live/usePerform";
import { useProjectMutation } from "../../live/projectHooks";
import { showNotice } from "../../feedback/notices";
import type { AnsweringSession } from "./ReviewSummary";

interface Review {
  session: AnsweringSession;
  hasOpen: boolean;
  hasPending: boolean;
  send: () => Promise<boolean>;
}

export function useFinishReview({ session, hasOpen, hasPending, send }: Review): () => Promise<void> {
  const setStatus = useProjectMutation(api.answeringSessions.dashboard.setStatus);
  const { perform } = usePerform();
  return async () => {
    if (!(await send())) return;
    // The service ends the review by itself with the last decision. Asked again, it would have the agent continue
    // twice.
    const isDone = (hasPending && !hasOpen) || (await perform(() => setStatus({ id: session.id, status: "reviewed" })));
    if (isDone) showNotice({ tone: "good", text: "The agent continues with your answers." });
  };
}
