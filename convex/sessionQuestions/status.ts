// The states of a session question. A question is reviewed at most once. Pure.
import type { Moves } from "../lib/states";
import type { QuestionStatus } from "./schema";

export const verdicts = ["approved", "declined"] as const;
export const questionStatuses = ["pending", ...verdicts] as const;

export const questionMoves = {
  approved: { from: ["pending"], to: "approved" },
  declined: { from: ["pending"], to: "declined" },
} as const satisfies Moves<QuestionStatus>;
