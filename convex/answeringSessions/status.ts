// The states of an answering session: any may be set, since no order is laid down; `archived` is the trash. Pure.
import type { Moves } from "../lib/states";
import type { AnsweringStatus } from "./schema";

/** Those that can be set of a session that is not archived; archiving is a deletion. */
const live = ["pending", "active", "reviewed", "completed"] as const;
export type LiveStatus = (typeof live)[number];

export const answeringStatuses = [...live, "archived"] as const;

export const answeringMoves = {
  pending: { from: live, to: "pending" },
  active: { from: live, to: "active" },
  reviewed: { from: live, to: "reviewed" },
  completed: { from: live, to: "completed" },
} as const satisfies Moves<AnsweringStatus>;

/** What follows by itself from the questions; null when nothing does. */
export function statusFromQuestions(
  status: AnsweringStatus,
  { questionCount, reviewedCount }: { questionCount: number; reviewedCount: number },
): LiveStatus | null {
  const hasOpen = reviewedCount < questionCount;
  if (hasOpen && (status === "pending" || status === "reviewed")) return "active";
  if (!hasOpen && questionCount > 0 && (status === "pending" || status === "active")) return "reviewed";
  return null;
}
