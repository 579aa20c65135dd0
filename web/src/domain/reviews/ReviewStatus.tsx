// The state of a review of questions, in words that say whom it waits for.
import { Status } from "../../parts/Status";

const marks: Record<string, string> = { pending: "draft", active: "waiting", reviewed: "running" };

export const reviewStatusLabels: Record<string, string> = {
  pending: "No questions yet",
  active: "Waiting for you",
  reviewed: "The agent continues",
  completed: "Completed",
};

export function ReviewStatus({ status }: { status: string }) {
  return <Status status={marks[status] ?? status} label={reviewStatusLabels[status] ?? status} />;
}
