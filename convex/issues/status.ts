// People may set any status of an issue at any time. The run that works on an issue changes it too. Pure.
import type { Moves } from "../lib/states";
import type { IssueStatus } from "./schema";

export const issueStatuses = ["open", "in_progress", "resolved", "closed"] as const;

export const issueMoves = {
  open: { from: issueStatuses, to: "open" },
  in_progress: { from: issueStatuses, to: "in_progress" },
  resolved: { from: issueStatuses, to: "resolved" },
  closed: { from: issueStatuses, to: "closed" },
  // `linkRun`: a run begins to work on the issue. `mergePullRequest`: the pull request of that run was merged.
  linkRun: { from: issueStatuses, to: "in_progress" },
  mergePullRequest: { from: ["in_progress"], to: "resolved" },
} as const satisfies Moves<IssueStatus>;

/** Whether the counter `pendingIssues` counts an issue with this status. */
export function isPending(status: IssueStatus): boolean {
  return status === "open";
}
