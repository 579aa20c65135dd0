// The states of a question that a run asks. Only a question that waits can be closed, and a closed one stays. Pure.
import type { Moves } from "../lib/states";

export const questionStatuses = ["waiting", "answered", "dismissed", "expired"] as const;
export type QuestionStatus = (typeof questionStatuses)[number];

export const questionMoves = {
  answer: { from: ["waiting"], to: "answered" },
  dismiss: { from: ["waiting"], to: "dismissed" },
} as const satisfies Moves<QuestionStatus>;
