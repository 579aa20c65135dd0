// An answering session is in the inbox of its project while questions of it wait for a review.
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { addToInbox, removeFromInbox } from "../inbox/model";

type Session = Doc<"answeringSessions">;

/** Further questions are news, also when somebody has dismissed the first ones. Reviews of some questions are not. */
export async function updateReviewInInbox(ctx: MutationCtx, before: Session, after: Session): Promise<void> {
  const { _id, projectId, issueSessionId } = after;
  if (!awaitsReview(after)) {
    if (awaitsReview(before)) await removeFromInbox(ctx, "session_questions", _id);
    return;
  }
  if (awaitsReview(before) && after.questionCount <= before.questionCount) return;
  const issueSession = await ctx.db.get("issueSessions", issueSessionId);
  const title = issueSession?.name ?? "Questions";
  await addToInbox(ctx, "session_questions", _id, { projectId, title, reason: "Questions wait for a review." });
}

function awaitsReview({ status, questionCount, reviewedCount }: Session): boolean {
  return status === "active" && reviewedCount < questionCount;
}
