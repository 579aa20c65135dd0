// What somebody can decide about learnings, about one or about many at once.
import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import type { learningReviews } from "../../../../convex/learnings/reviews";
import { useAttempt } from "../../live/useAttempt";
import { changeInLists } from "../../live/optimistic";
import { refusalOf } from "../../feedback/refusal";
import { useProjectMutation } from "../../live/useProjectQuery";
import { showNotice } from "../../feedback/notices";
import type { Learning } from "./learning";

type Review = (typeof learningReviews)[number];

interface Decision {
  status: Review;
  label: string;
  keys: string;
  done: string;
}

export const decisions: readonly Decision[] = [
  { status: "approved", label: "Approve", keys: "a", done: "approved" },
  { status: "rejected", label: "Reject", keys: "d", done: "rejected" },
  { status: "archived", label: "Archive", keys: "z", done: "archived" },
  { status: "pending", label: "Review again", keys: "p", done: "waiting for a review" },
];

interface Reviewing {
  decide: (learnings: readonly Learning[], decision: Decision) => void;
  discard: (learnings: readonly Learning[]) => void;
}

/** The outcome is certain, so the reader need not wait for it. */
function showDecision(
  store: OptimisticLocalStore,
  { learningId, status }: FunctionArgs<typeof api.learnings.dashboard.updateStatus>,
): void {
  changeInLists(store, api.learnings.dashboard.list, (learning) =>
    learning.id === learningId ? { ...learning, status } : learning,
  );
}

/** The service takes this many learnings at once. */
const atOnce = 100;

export function useReview(onDone: () => void): Reviewing {
  const { attempt } = useAttempt();
  const updateStatus = useProjectMutation(api.learnings.dashboard.updateStatus, showDecision);
  const updateMany = useProjectMutation(api.learnings.dashboard.updateStatusOfMany);
  const removeMany = useProjectMutation(api.learnings.dashboard.removeMany);

  async function inParts(learnings: readonly Learning[], change: (ids: string[]) => Promise<unknown>): Promise<void> {
    const ids = learnings.map(({ id }) => id);
    for (let start = 0; start < ids.length; start += atOnce) await change(ids.slice(start, start + atOnce));
    onDone();
  }

  return {
    decide(learnings, { status, done }) {
      const [only] = learnings;
      if (only === undefined) return;
      if (learnings.length === 1) {
        // Somebody who reviews by keys decides faster than the service answers, so no decision waits for another.
        onDone();
        updateStatus({ learningId: only.id, status }).catch((error: unknown) => {
          showNotice({ tone: "bad", text: refusalOf(error).message });
        });
      } else {
        const change = async (learningIds: string[]) => await updateMany({ learningIds, status });
        void attempt(async () => await inParts(learnings, change), `${learnings.length} learnings are ${done}.`);
      }
    },
    discard(learnings) {
      const change = async (learningIds: string[]) => await removeMany({ learningIds });
      const text = learnings.length === 1 ? "The learning is" : `${learnings.length} learnings are`;
      void attempt(async () => await inParts(learnings, change), `${text} in the trash.`);
    },
  };
}
