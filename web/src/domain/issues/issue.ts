// Issues as the service shows them, and the words for their states and priorities.
import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";
import { issueStatuses } from "#convex/issues/status";
import { levels } from "#convex/lib/sharedValues";
import { toLabel } from "../../parts/Status";

export type Issue = FunctionReturnType<typeof api.issues.dashboard.get>;

export type IssueStatus = (typeof issueStatuses)[number];
export type IssuePriority = (typeof levels)[number];

export const statusChoices = issueStatuses.map((value) => ({ value, label: toLabel(value) }));
export const priorityChoices = levels.toReversed().map((value) => ({ value, label: toLabel(value) }));

/** The prompt of a run about the issue when nobody writes another one. */
export function issuePrompt({ title, description, suggestedPrompt }: Issue): string {
  if (suggestedPrompt !== null && suggestedPrompt !== "") return suggestedPrompt;
  return description === null || description === "" ? title : `${title}\n\n${description}`;
}
