// The statuses of an answering session may be set at any time; an `archived` session is in the trash. Pure.
import type { Moves } from "../lib/states";
import type { AnsweringStatus } from "./schema";

/** The statuses that a request can set. Archiving is not among them, because it is a deletion. */
const live = ["pending", "active", "reviewed", "completed"] as const;
export type LiveStatus = (typeof live)[number];

export const answeringStatuses = [...live, "archived"] as const;

export const answeringMoves = {
  pending: { from: live, to: "pending" },
  active: { from: live, to: "active" },
  reviewed: { from: live, to: "reviewed" },
  completed: { from: live, to: "completed" },
} as const satisfies Moves<AnsweringStatus>;

/** The status that a session gets from the number of its reviewed questions. Null when the status stays. */
export function statusFromQuestions(
  status: AnsweringStatus,
  { questionCount, reviewedCount }: { questionCount: number; reviewedCount: number },
): LiveStatus | null {
  const hasOpen = reviewedCount < questionCount;
  if (hasOpen && (status === "pending" || status === "reviewed")) return "active";
  if (!hasOpen && questionCount > 0 && (status === "pending" || status === "active")) return "reviewed";
  return null;
}
