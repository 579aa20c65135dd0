// The index ranges behind lists of answering sessions: one for each way to filter a list.
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../lib/newestFirst";
import { newestFirstBy } from "../lib/newestFirst";
import type { AnsweringStatus } from "./schema";

export interface Filters {
  issueSessionId?: Id<"issueSessions"> | undefined;
  status?: AnsweringStatus | undefined;
}

/** Archived sessions are in the trash, so a list of archived sessions is empty here. */
export function newestFirst(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { issueSessionId, status }: Filters,
): NewestFirst<"answeringSessions"> {
  const table = "answeringSessions";
  const deletedAtMs = undefined;
  if (issueSessionId !== undefined && status !== undefined) {
    return newestFirstBy(ctx, table, "by_issue_session_and_status", { issueSessionId, deletedAtMs, status });
  }
  if (issueSessionId !== undefined)
    return newestFirstBy(ctx, table, "by_issue_session", { issueSessionId, deletedAtMs });
  if (status !== undefined) return newestFirstBy(ctx, table, "by_status", { projectId, deletedAtMs, status });
  return newestFirstBy(ctx, table, "by_project", { projectId, deletedAtMs });
}
