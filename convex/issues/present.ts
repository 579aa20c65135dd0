import type { Doc } from "../_generated/dataModel";
import { publicId } from "../lib/publicIds";
import { isoTime } from "../lib/times";

export interface IssueView {
  id: string;
  _id: string;
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

export function presentIssue(issue: Doc<"issues">): IssueView {
  const id = publicId("issues", issue._id);
  const { title, description = null, status, priority, suggestedPrompt = null } = issue;
  const { sessionId, runId, workChainId, resolvedAtMs } = issue;
  return {
    id,
    _id: id,
    title,
    description,
    status,
    priority,
    suggestedPrompt,
    sessionId: sessionId === undefined ? null : publicId("issueSessions", sessionId),
    runId: runId === undefined ? null : publicId("runs", runId),
    workChainId: workChainId === undefined ? null : publicId("workChains", workChainId),
    createdAt: isoTime(issue._creationTime),
    updatedAt: isoTime(issue.updatedAtMs),
    resolvedAt: resolvedAtMs === undefined ? null : isoTime(resolvedAtMs),
  };
}
