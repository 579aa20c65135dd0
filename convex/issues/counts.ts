// How many issues a project has, how many of them are pending, and how many a session has discovered, kept as they
// change.
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { tally } from "../counters/tallies";
import { isPending } from "./status";

type Countable = Pick<Doc<"issues">, "status" | "sessionId">;

/** Issues of one project, as they were counted and as they are to be; either may be none. */
export async function recount(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { before, after }: { before: readonly Countable[]; after: readonly Countable[] },
): Promise<void> {
  const totalIssues = after.length - before.length;
  const pendingIssues = pendingAmong(after) - pendingAmong(before);
  await tally(ctx, projectId, { counts: { totalIssues, pendingIssues } });
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

/** Also of a session in the trash. One that is gone for good may still be named by issues for a while. */
async function changeIssueCount(ctx: MutationCtx, id: Id<"issueSessions">, difference: number): Promise<void> {
  if (difference === 0) return;
  const session = await ctx.db.get("issueSessions", id);
  if (session !== null) await ctx.db.patch("issueSessions", id, { issueCount: session.issueCount + difference });
}
