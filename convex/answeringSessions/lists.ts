// The index ranges behind lists of answering sessions: one for each way to filter a list.
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../lib/newestFirst";
import type { AnsweringStatus } from "./schema";

export interface Filters {
  issueSessionId?: Id<"issueSessions"> | undefined;
  status?: AnsweringStatus | undefined;
}

/**
 * Answering sessions, newest first. Archived sessions are in the trash, so a list of archived sessions is empty here.
 */
export function newestFirst(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { issueSessionId, status }: Filters,
): NewestFirst<"answeringSessions"> {
  if (issueSessionId === undefined) return newestOfProject(ctx, projectId, status);
  const sessions = ctx.db.query("answeringSessions");
  return (fromMs: number) => {
    const range =
      status === undefined
        ? sessions.withIndex("by_issue_session", (q) =>
            q.eq("issueSessionId", issueSessionId).eq("deletedAtMs", undefined).lte("_creationTime", fromMs),
          )
        : sessions.withIndex("by_issue_session_and_status", (q) =>
            q
              .eq("issueSessionId", issueSessionId)
              .eq("deletedAtMs", undefined)
              .eq("status", status)
              .lte("_creationTime", fromMs),
          );
    return range.order("desc");
  };
}

function newestOfProject(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  status: AnsweringStatus | undefined,
): NewestFirst<"answeringSessions"> {
  const sessions = ctx.db.query("answeringSessions");
  return (fromMs: number) => {
    const range =
      status === undefined
        ? sessions.withIndex("by_project", (q) =>
            q.eq("projectId", projectId).eq("deletedAtMs", undefined).lte("_creationTime", fromMs),
          )
        : sessions.withIndex("by_status", (q) =>
            q.eq("projectId", projectId).eq("deletedAtMs", undefined).eq("status", status).lte("_creationTime", fromMs),
          );
    return range.order("desc");
  };
}
