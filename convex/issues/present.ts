import type { Doc } from "../_generated/dataModel";
import { publicIdOrNull, withIds } from "../lib/publicIds";
import type { Ids } from "../lib/publicIds";
import { isoTime, isoTimeOrNull } from "../lib/times";

export interface IssueView extends Ids {
  title: string;
  description: string | null;
  status: string;
  priority: string;
  suggestedPrompt: string | null;
  sessionId: string | null;
  runId: string | null;
  workChainId: string | null;
  createdAt: string;
  updatedAt: string;
  resolvedAt: string | null;
}

/** An issue as it was just written. Only the database knows the creation time of the row. */
export type NewIssue = Omit<Doc<"issues">, "_creationTime">;

export function presentIssue(issue: Doc<"issues">): IssueView {
  return presentNewIssue(issue);
}

export function presentNewIssue(issue: NewIssue): IssueView {
  const { title, status, priority, sessionId, runId, workChainId, resolvedAtMs } = issue;
  return withIds("issues", issue._id, {
    title,
    description: issue.description ?? null,
    status,
    priority,
    suggestedPrompt: issue.suggestedPrompt ?? null,
    sessionId: publicIdOrNull("issueSessions", sessionId),
    runId: publicIdOrNull("runs", runId),
    workChainId: publicIdOrNull("workChains", workChainId),
    createdAt: isoTime(issue.createdAtMs),
    updatedAt: isoTime(issue.updatedAtMs),
    resolvedAt: isoTimeOrNull(resolvedAtMs),
  });
}
