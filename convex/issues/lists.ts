// A list filtered by priority alone merges the ranges of all statuses, so that issues need no further indexes.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { NewestFirst } from "../lib/newestFirst";
import { mergeNewestFirst, newestFirstBy } from "../lib/newestFirst";
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
  return mergeNewestFirst(issueStatuses.map((status) => newestFirst(ctx, { ...filters, status })(fromMs)));
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
  if (status === undefined) return newestFirstBy(ctx, "issues", "by_project", { projectId });
  if (priority === undefined) return newestFirstBy(ctx, "issues", "by_status", { projectId, status });
  return newestFirstBy(ctx, "issues", "by_status_and_priority", { projectId, status, priority });
}

function ofSession(
  ctx: QueryCtx,
  sessionId: Id<"issueSessions">,
  { status, priority }: RangeFilters,
): NewestFirst<"issues"> {
  if (status === undefined) return newestFirstBy(ctx, "issues", "by_session", { sessionId });
  if (priority === undefined) return newestFirstBy(ctx, "issues", "by_session_and_status", { sessionId, status });
  return newestFirstBy(ctx, "issues", "by_session_status_and_priority", { sessionId, status, priority });
}
