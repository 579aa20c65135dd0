// Feedback in words. This file is pure.
import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";
import type { FeedbackKind } from "#convex/feedback/values";
import { durationText } from "../../../parts/Time";
import type { Run } from "../useRun";

export type Feedback = FunctionReturnType<typeof api.feedback.dashboard.list>["page"][number];

export const kindTexts: Record<FeedbackKind, string> = {
  check: "Check",
  review: "Review",
  comment: "Comment",
  conflict: "Conflict",
  person: "Added here",
};

/** What became of an item, with the name of the mark that shows it. */
export function stateOf({ status, round }: Pick<Feedback, "status" | "round">): { status: string; label: string } {
  switch (status) {
    case "open":
      return { status: "open", label: "Open" };
    case "handled":
      return { status: "completed", label: round === null ? "Handled" : `Handled in round ${round}` };
    case "ignored":
      return { status: "skipped", label: "Ignored" };
    case "resolved":
      return { status: "resolved", label: "Resolved" };
  }
}

/** Null where nobody in particular has said it. */
export function authorText({ author, isTrusted, kind }: Feedback): string | null {
  if (author === null) return null;
  const notes = [...(author.isBot ? ["a program"] : []), ...(kind === "person" || !isTrusted ? [] : ["trusted"])];
  return notes.length === 0 ? "" : ` (${notes.join(", ")})`;
}

/** When the run continues by itself, and how often. */
export function ruleText({ followUp }: Pick<Run, "followUp">): string {
  const kinds = followUp === null ? [] : causes.filter(({ name }) => followUp[name]).flatMap(({ texts }) => texts);
  if (followUp === null || kinds.length === 0 || followUp.maxRounds === 0) {
    return "The run does not continue by itself. Choose what its next round is about.";
  }
  const rounds = followUp.maxRounds === 1 ? "once" : `at most ${followUp.maxRounds} times`;
  return `The run continues by itself, ${rounds}, when nothing new has come for ${durationText(followUp.quietMs)}: for ${listText(kinds)}.`;
}

const causes = [
  { name: "checks", texts: ["failed checks"] },
  { name: "reviews", texts: ["trusted reviews", "comments"] },
  { name: "conflicts", texts: ["conflicts"] },
] as const;

function listText(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
