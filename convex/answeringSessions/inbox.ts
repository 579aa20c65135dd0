// An answering session is in the inbox of its project while questions of it wait for a review. The feed of the project
// has when that begins, and when the last of them is reviewed.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { appendToFeed } from "../events/append";
import { addToInbox, removeFromInbox } from "../inbox/model";

type Session = Doc<"answeringSessions">;

/**
 * Call this after each change of a session with the session before it. Further questions are news, also when somebody
 * has dismissed the first ones. Reviews of some questions are not.
 */
export async function reportReview(ctx: MutationCtx, before: Session, after: Session): Promise<void> {
  await updateInbox(ctx, before, after);
  if (isNewlyAsked(before, after)) await report(ctx, "questions.waiting", after);
  // A status that somebody sets ends the wait, but answers nothing.
  if (hasOpenQuestions(before) && !hasOpenQuestions(after)) await report(ctx, "questions.answered", after);
}

async function updateInbox(ctx: MutationCtx, before: Session, after: Session): Promise<void> {
  const { _id, projectId, issueSessionId } = after;
  if (awaitsReview(before) && !awaitsReview(after)) await removeFromInbox(ctx, "session_questions", _id);
  if (!isNewlyAsked(before, after)) return;
  const issueSession = await ctx.db.get("issueSessions", issueSessionId);
  const title = issueSession?.name ?? "Questions";
  await addToInbox(ctx, "session_questions", _id, { projectId, title, reason: "Questions wait for a review." });
}

async function report(
  ctx: MutationCtx,
  type: "questions.waiting" | "questions.answered",
  { _id: id, projectId, status, questionCount, reviewedCount }: Session,
): Promise<void> {
  const data = { status, questionCount, reviewedCount };
  await appendToFeed(ctx, { projectId, type, subject: { type: "answeringSession", id }, data });
}

function isNewlyAsked(before: Session, after: Session): boolean {
  return awaitsReview(after) && (!awaitsReview(before) || after.questionCount > before.questionCount);
}

function awaitsReview(session: Session): boolean {
  return session.status === "active" && hasOpenQuestions(session);
}

function hasOpenQuestions({ questionCount, reviewedCount }: Session): boolean {
  return reviewedCount < questionCount;
}
