// What somebody can decide about learnings, about one or about many at once.
import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionArgs } from "convex/server";
import { api } from "#convex/_generated/api";
import type { learningReviews } from "#convex/learnings/reviews";
import { usePerform } from "../../live/usePerform";
import { changeInLists } from "../../live/optimisticLists";
import { toServiceError } from "../../feedback/serviceError";
import { useProjectMutation } from "../../live/projectHooks";
import { showNotice } from "../../feedback/notices";
import type { Learning } from "./learning";

type Review = (typeof learningReviews)[number];

interface Decision {
  status: Review;
  label: string;
  keys: string;
  done: string;
}

export const reviewDecisions: readonly Decision[] = [
  { status: "approved", label: "Approve", keys: "a", done: "approved" },
  { status: "rejected", label: "Reject", keys: "d", done: "rejected" },
  { status: "archived", label: "Archive", keys: "z", done: "archived" },
  { status: "pending", label: "Review again", keys: "p", done: "waiting for a review" },
];

interface LearningReview {
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
const batchSize = 100;

export function useLearningReview(onDone: () => void): LearningReview {
  const { perform } = usePerform();
  const updateStatus = useProjectMutation(api.learnings.dashboard.updateStatus, showDecision);
  const updateMany = useProjectMutation(api.learnings.dashboard.updateStatusOfMany);
  const removeMany = useProjectMutation(api.learnings.dashboard.removeMany);

  async function inBatches(learnings: readonly Learning[], change: (ids: string[]) => Promise<unknown>): Promise<void> {
    const ids = learnings.map(({ id }) => id);
    for (let start = 0; start < ids.length; start += batchSize) await change(ids.slice(start, start + batchSize));
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
          showNotice({ tone: "bad", text: toServiceError(error).message });
        });
      } else {
        const change = async (learningIds: string[]) => await updateMany({ learningIds, status });
        void perform(async () => await inBatches(learnings, change), `${learnings.length} learnings are ${done}.`);
      }
    },
    discard(learnings) {
      const change = async (learningIds: string[]) => await removeMany({ learningIds });
      const text = learnings.length === 1 ? "The learning is" : `${learnings.length} learnings are`;
      void perform(async () => await inBatches(learnings, change), `${text} in the trash.`);
    },
  };
}
