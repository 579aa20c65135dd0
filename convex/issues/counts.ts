// The numbers of all issues, of pending ones and of those that a session discovered change with the issues.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { addCounts } from "../counters/shards";
import { isPending } from "./status";

type Countable = Pick<Doc<"issues">, "status" | "sessionId">;

/** Changes the counts after issues of one project have changed from `before` to `after`. Either list may be empty. */
export async function updateIssueCounts(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { before, after }: { before: readonly Countable[]; after: readonly Countable[] },
): Promise<void> {
  const totalIssues = after.length - before.length;
  const pendingIssues = pendingAmong(after) - pendingAmong(before);
  await addCounts(ctx, projectId, { counts: { totalIssues, pendingIssues } });
  const sessionIds = new Set([...before, ...after].map(({ sessionId }) => sessionId));
  for (const sessionId of sessionIds) {
    if (sessionId === undefined) continue;
    await changeIssueCount(ctx, sessionId, ofSession(after, sessionId) - ofSession(before, sessionId));
  }
}

function pendingAmong(issues: readonly Countable[]): number {
  return issues.filter(({ status }) => isPending(status)).length;
}

function ofSession(issues: readonly Countable[], id: Id<"issueSessions">): number {
  return issues.filter(({ sessionId }) => sessionId === id).length;
}

/** The session may be in the trash. Issues may name a deleted one for a while, and then nothing is counted. */
async function changeIssueCount(ctx: MutationCtx, id: Id<"issueSessions">, difference: number): Promise<void> {
  if (difference === 0) return;
  const session = await ctx.db.get("issueSessions", id);
  if (session !== null) await ctx.db.patch("issueSessions", id, { issueCount: session.issueCount + difference });
}
