// The index ranges that lists of issues are made of. Each status and priority is a range of one index: a filter by one
// of both alone is the ranges of all values of the other, merged, which spares every issue further indexes.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { levels } from "./levels";
import type { IssueStatus, Level } from "./schema";
import { issueStatuses } from "./status";

type Issue = Doc<"issues">;

export interface Filters {
  projectId: Id<"projects">;
  sessionId: Id<"issueSessions"> | undefined;
  status: IssueStatus | undefined;
  priority: Level | undefined;
}

/** Newest first, those created at `fromMs` or before. */
export function issuesOf(ctx: QueryCtx, filters: Filters, fromMs: number): AsyncIterable<Issue> {
  const { status, priority } = filters;
  if (status === undefined && priority === undefined) return wholeRange(ctx, filters, fromMs);
  const statuses = status === undefined ? issueStatuses : [status];
  const priorities = priority === undefined ? levels : [priority];
  const ranges = statuses.flatMap((one) => priorities.map((other) => rangeOf(ctx, filters, one, other, fromMs)));
  return newestFirst(ranges);
}

function wholeRange(ctx: QueryCtx, { projectId, sessionId }: Filters, fromMs: number): AsyncIterable<Issue> {
  const issues = ctx.db.query("issues");
  const range =
    sessionId === undefined
      ? issues.withIndex("by_project", (q) => q.eq("projectId", projectId).lte("_creationTime", fromMs))
      : issues.withIndex("by_session", (q) => q.eq("sessionId", sessionId).lte("_creationTime", fromMs));
  return range.order("desc");
}

function rangeOf(
  ctx: QueryCtx,
  { projectId, sessionId }: Filters,
  status: IssueStatus,
  priority: Level,
  fromMs: number,
): AsyncIterable<Issue> {
  const issues = ctx.db.query("issues");
  const range =
    sessionId === undefined
      ? issues.withIndex("by_status_and_priority", (q) =>
          q.eq("projectId", projectId).eq("status", status).eq("priority", priority).lte("_creationTime", fromMs),
        )
      : issues.withIndex("by_session_status_and_priority", (q) =>
          q.eq("sessionId", sessionId).eq("status", status).eq("priority", priority).lte("_creationTime", fromMs),
        );
  return range.order("desc");
}

/** Each range is read only as far as its next issue, since issues can be long. */
async function* newestFirst(ranges: AsyncIterable<Issue>[]): AsyncGenerator<Issue> {
  const readers = ranges.map((range) => range[Symbol.asyncIterator]());
  try {
    const heads = await Promise.all(readers.map(async (reader) => ({ reader, head: await reader.next() })));
    for (;;) {
      const newest = heads.reduce((best, other) => (isNewer(other.head, best.head) ? other : best));
      if (newest.head.done === true) return;
      yield newest.head.value;
      newest.head = await newest.reader.next();
    }
  } finally {
    await Promise.all(readers.map(async (reader) => await reader.return?.()));
  }
}

function isNewer(a: IteratorResult<Issue>, b: IteratorResult<Issue>): boolean {
  if (a.done === true || b.done === true) return b.done === true && a.done !== true;
  if (a.value._creationTime !== b.value._creationTime) return a.value._creationTime > b.value._creationTime;
  return a.value._id > b.value._id;
}
