// The index ranges of answering sessions: one for each way in which a list can be filtered.
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../api/pagination";
import type { AnsweringStatus } from "./schema";

export interface Filters {
  issueSessionId?: Id<"issueSessions"> | undefined;
  status?: AnsweringStatus | undefined;
}

/** Archived ones are in the trash, so that a list of them here is empty. */
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
