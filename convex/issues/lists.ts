// The index ranges behind lists of issues. A filter by priority alone merges the ranges of all statuses, so that issues
// need no further indexes.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../lib/newestFirst";
import { merged } from "../lib/newestFirst";
import type { IssueStatus, Level } from "./schema";
import { issueStatuses } from "./status";

type Issue = Doc<"issues">;

interface Scope {
  projectId: Id<"projects">;
  sessionId: Id<"issueSessions"> | undefined;
}

/** The filters that one index range can serve: a priority only together with a status. */
type RangeFilters = Scope &
  ({ status: IssueStatus; priority: Level | undefined } | { status: undefined; priority: undefined });

export type Filters = Scope & { status: IssueStatus | undefined; priority: Level | undefined };

/** The issues that match the filters, newest first, beginning with those created at `fromMs` or before. */
export function issuesOf(ctx: QueryCtx, filters: Filters, fromMs: number): AsyncIterable<Issue> {
  const range = asOneRange(filters);
  if (range !== null) return newestFirst(ctx, range)(fromMs);
  return merged(issueStatuses.map((status) => newestFirst(ctx, { ...filters, status })(fromMs)));
}

/** The filters for one index range. Null when no single range serves them. */
export function asOneRange({ status, priority, ...scope }: Filters): RangeFilters | null {
  if (status !== undefined) return { ...scope, status, priority };
  return priority === undefined ? { ...scope, status, priority } : null;
}

export function newestFirst(ctx: QueryCtx, filters: RangeFilters): NewestFirst<"issues"> {
  const { sessionId } = filters;
  return sessionId === undefined ? ofProject(ctx, filters) : ofSession(ctx, sessionId, filters);
}

function ofProject(ctx: QueryCtx, { projectId, status, priority }: RangeFilters): NewestFirst<"issues"> {
  const issues = ctx.db.query("issues");
  return (fromMs) => {
    if (status === undefined) {
      return issues
        .withIndex("by_project", (q) => q.eq("projectId", projectId).lte("_creationTime", fromMs))
        .order("desc");
    }
    if (priority === undefined) {
      return issues
        .withIndex("by_status", (q) => q.eq("projectId", projectId).eq("status", status).lte("_creationTime", fromMs))
        .order("desc");
    }
    return issues
      .withIndex("by_status_and_priority", (q) =>
        q.eq("projectId", projectId).eq("status", status).eq("priority", priority).lte("_creationTime", fromMs),
      )
      .order("desc");
  };
}

function ofSession(
  ctx: QueryCtx,
  sessionId: Id<"issueSessions">,
  { status, priority }: RangeFilters,
): NewestFirst<"issues"> {
  const issues = ctx.db.query("issues");
  return (fromMs) => {
    if (status === undefined) {
      return issues
        .withIndex("by_session", (q) => q.eq("sessionId", sessionId).lte("_creationTime", fromMs))
        .order("desc");
    }
    if (priority === undefined) {
      return issues
        .withIndex("by_session_and_status", (q) =>
          q.eq("sessionId", sessionId).eq("status", status).lte("_creationTime", fromMs),
        )
        .order("desc");
    }
    return issues
      .withIndex("by_session_status_and_priority", (q) =>
        q.eq("sessionId", sessionId).eq("status", status).eq("priority", priority).lte("_creationTime", fromMs),
      )
      .order("desc");
  };
}
