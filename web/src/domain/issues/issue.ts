// Issues as the service shows them, and the words for their states and priorities.
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import { issueStatuses } from "../../../../convex/issues/status";
import { levels } from "../../../../convex/lib/sharedValues";
import { wordsOf } from "../../parts/Status";

export type Issue = FunctionReturnType<typeof api.issues.dashboard.get>;

export type IssueStatus = (typeof issueStatuses)[number];
export type Level = (typeof levels)[number];

export const statusChoices = issueStatuses.map((value) => ({ value, label: wordsOf(value) }));
export const levelChoices = levels.toReversed().map((value) => ({ value, label: wordsOf(value) }));

/** The prompt of a run about the issue when nobody writes another one. */
export function promptOf({ title, description, suggestedPrompt }: Issue): string {
  if (suggestedPrompt !== null && suggestedPrompt !== "") return suggestedPrompt;
  return description === null || description === "" ? title : `${title}\n\n${description}`;
}
