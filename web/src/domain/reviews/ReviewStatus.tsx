// The state of a review of questions, in words that say whom it waits for.
import { Status } from "../../parts/Status";

const marks: Record<string, string> = { pending: "draft", active: "waiting", reviewed: "running" };

export const reviewWords: Record<string, string> = {
  pending: "Has no questions yet",
  active: "Waits for you",
  reviewed: "The agent continues",
  completed: "Completed",
};

export function ReviewStatus({ of: status }: { of: string }) {
  return <Status of={marks[status] ?? status} label={reviewWords[status] ?? status} />;
}
