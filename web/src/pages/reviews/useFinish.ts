// Ends a review: the agent continues with the answers.
import { api } from "../../../../convex/_generated/api";
import { useAttempt } from "../../live/useAttempt";
import { useProjectMutation } from "../../live/useProjectQuery";
import { showNotice } from "../../feedback/notices";
import type { AnsweringSession } from "./ReviewState";

interface Review {
  session: AnsweringSession;
  hasOpen: boolean;
  hasHeld: boolean;
  send: () => Promise<boolean>;
}

export function useFinish({ session, hasOpen, hasHeld, send }: Review): () => Promise<void> {
  const setStatus = useProjectMutation(api.answeringSessions.dashboard.setStatus);
  const { attempt } = useAttempt();
  return async () => {
    if (!(await send())) return;
    // The service ends the review by itself with the last decision. Asked again, it would have the agent continue
    // twice.
    const isDone = (hasHeld && !hasOpen) || (await attempt(() => setStatus({ id: session.id, status: "reviewed" })));
    if (isDone) showNotice({ tone: "good", text: "The agent continues with your answers." });
  };
}
