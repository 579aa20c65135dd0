// The states of an issue. People may set any at any time; what becomes of the run that works on it moves it too. Pure.
import type { Moves } from "../lib/states";
import type { IssueStatus } from "./schema";

export const issueStatuses = ["open", "in_progress", "resolved", "closed"] as const;

export const issueMoves = {
  open: { from: issueStatuses, to: "open" },
  in_progress: { from: issueStatuses, to: "in_progress" },
  resolved: { from: issueStatuses, to: "resolved" },
  closed: { from: issueStatuses, to: "closed" },
  // A run begins to work on it; the pull request of that run is merged.
  linkRun: { from: issueStatuses, to: "in_progress" },
  mergePullRequest: { from: ["in_progress"], to: "resolved" },
} as const satisfies Moves<IssueStatus>;

/** What the counter `pendingIssues` counts. */
export function isPending(status: IssueStatus): boolean {
  return status === "open";
}
