// Deletes the prompt, steps and answering sessions of a session that was deleted for good. Its issues stay.
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { archiveAnsweringSession, purgeAnsweringSession } from "../answeringSessions/model";

const stepsPerBatch = 200;
/** Batches of issues are small because issues hold long texts. */
const issuesPerBatch = 40;
/** Batches of answering sessions are small because each has questions of its own. */
const answeringSessionsPerBatch = 10;

export async function clearTraces(ctx: MutationCtx, sessionId: Id<"issueSessions">): Promise<void> {
  const prompt = await ctx.db
    .query("issueSessionPrompts")
    .withIndex("by_session", (q) => q.eq("sessionId", sessionId))
    .unique();
  if (prompt !== null) await ctx.db.delete("issueSessionPrompts", prompt._id);
  const batches = [
    await clearSteps(ctx, sessionId),
    await forgetInIssues(ctx, sessionId),
    await clearAnsweringSessions(ctx, sessionId),
  ];
  if (batches.includes("full")) await ctx.scheduler.runAfter(0, internal.issueSessions.scheduled.clear, { sessionId });
}

/** After a full batch there may be more rows. */
type Batch = "full" | "last";

async function clearSteps(ctx: MutationCtx, sessionId: Id<"issueSessions">): Promise<Batch> {
  const steps = await ctx.db
    .query("issueSessionSteps")
    .withIndex("by_session", (q) => q.eq("sessionId", sessionId))
    .take(stepsPerBatch);
  for (const step of steps) await ctx.db.delete("issueSessionSteps", step._id);
  return steps.length === stepsPerBatch ? "full" : "last";
}

async function forgetInIssues(ctx: MutationCtx, sessionId: Id<"issueSessions">): Promise<Batch> {
  const issues = await ctx.db
    .query("issues")
    .withIndex("by_session", (q) => q.eq("sessionId", sessionId))
    .take(issuesPerBatch);
  for (const issue of issues) await ctx.db.patch("issues", issue._id, { sessionId: undefined });
  return issues.length === issuesPerBatch ? "full" : "last";
}

/** Deletes answering sessions for good, including those that are not in the trash yet. */
async function clearAnsweringSessions(ctx: MutationCtx, sessionId: Id<"issueSessions">): Promise<Batch> {
  const sessions = await ctx.db
    .query("answeringSessions")
    .withIndex("by_issue_session", (q) => q.eq("issueSessionId", sessionId))
    .take(answeringSessionsPerBatch);
  for (const session of sessions) {
    const isInTrash = session.deletedAtMs !== undefined;
    await purgeAnsweringSession(ctx, isInTrash ? session : await archiveAnsweringSession(ctx, session, null));
  }
  return sessions.length === answeringSessionsPerBatch ? "full" : "last";
}
