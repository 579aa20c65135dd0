import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { hideItemsOf, removeItemsOf, showItemsOf } from "../inbox/model";
import { cancelJobsOf, cancelUnclaimedJobsOf, revokeJobsOf } from "../jobs/cancellation";
import { enqueueJob, wasLastCancelled } from "../jobs/model";
import { getOrThrow } from "../lib/getDocument";
import { publicId } from "../lib/publicIds";
import { nextState } from "../lib/states";
import { killSandboxesOf } from "../sandboxes/ending";
import { purgeFromTrash, moveToTrash, restoreFromTrash } from "../lib/trash";
import { reportReview } from "./inbox";
import { answeringMoves, statusFromQuestions } from "./status";
import type { LiveStatus } from "./status";

type Session = Doc<"answeringSessions">;

export async function createAnsweringSession(
  ctx: MutationCtx,
  { projectId, _id: issueSessionId }: Doc<"issueSessions">,
): Promise<Session> {
  const id = await ctx.db.insert("answeringSessions", {
    projectId,
    issueSessionId,
    status: "pending",
    questionCount: 0,
    reviewedCount: 0,
  });
  return await getOrThrow(ctx, "answeringSessions", id);
}

export async function moveAnsweringSession(ctx: MutationCtx, session: Session, wanted: LiveStatus): Promise<Session> {
  const moved = await changeStatus(ctx, session, wanted);
  await reportReview(ctx, session, moved);
  return moved;
}

/** When the session becomes `reviewed`, a job is queued, so that the agent can continue with the answers. */
async function changeStatus(ctx: MutationCtx, session: Session, wanted: LiveStatus): Promise<Session> {
  const status = nextState("answering session", answeringMoves, wanted, session.status);
  if (status === session.status) return session;
  const completedAtMs = status === "completed" ? Date.now() : undefined;
  if (status === "completed") await cancelUnclaimedJobsOf(ctx, session._id);
  await ctx.db.patch("answeringSessions", session._id, { status, completedAtMs });
  if (status === "reviewed") await enqueueContinuation(ctx, session);
  return await getOrThrow(ctx, "answeringSessions", session._id);
}

async function enqueueContinuation(ctx: MutationCtx, { _id, projectId }: Session): Promise<void> {
  await enqueueJob(ctx, projectId, { kind: "answeringSession.continue", answeringSessionId: _id });
}

export async function changeQuestionCounts(
  ctx: MutationCtx,
  session: Session,
  { added = 0, reviewed = 0 }: { added?: number; reviewed?: number },
): Promise<Session> {
  const counts = {
    questionCount: session.questionCount + added,
    reviewedCount: session.reviewedCount + reviewed,
  };
  await ctx.db.patch("answeringSessions", session._id, counts);
  const counted = { ...session, ...counts };
  const status = statusFromQuestions(session.status, counts);
  const after = status === null ? counted : await changeStatus(ctx, counted, status);
  await reportReview(ctx, session, after);
  return after;
}

/** Archives the session, which is the same as deleting it. `by` is null when the runner does it. */
export async function archiveAnsweringSession(
  ctx: MutationCtx,
  session: Session,
  by: Id<"users"> | null,
): Promise<Session> {
  const { _id, status } = session;
  await ctx.db.patch("answeringSessions", _id, { status: "archived", statusBefore: status });
  await cancelJobsOf(ctx, _id);
  await killSandboxesOf(ctx, { kind: "answeringSession", answeringSessionId: _id });
  const name = `Answers to ${publicId("issueSessions", session.issueSessionId)}`;
  await moveToTrash(ctx, "answeringSession", session, { name, by });
  await hideItemsOf(ctx, "answeringSessions", _id);
  return await getOrThrow(ctx, "answeringSessions", _id);
}

/** Takes the session out of the trash. It gets its earlier status back, and the job that the trash has cancelled. */
export async function restoreAnsweringSession(ctx: MutationCtx, session: Session): Promise<void> {
  await restoreFromTrash(ctx, "answeringSession", session);
  await showItemsOf(ctx, "answeringSessions", session._id);
  const status = session.statusBefore ?? "pending";
  await ctx.db.patch("answeringSessions", session._id, { status, statusBefore: undefined });
  if (status === "reviewed" && (await wasLastCancelled(ctx, session._id))) {
    // A runner may still hold it, and learns with its next call that it was called off.
    await revokeJobsOf(ctx, session._id);
    await enqueueContinuation(ctx, session);
  }
}

/** Deletes the session for good. Its questions are deleted in batches. */
export async function purgeAnsweringSession(ctx: MutationCtx, session: Session): Promise<void> {
  await purgeFromTrash(ctx, "answeringSession", session);
  await removeItemsOf(ctx, "answeringSessions", session._id);
  const rest = { answeringSessionId: session._id };
  await ctx.scheduler.runAfter(0, internal.sessionQuestions.scheduled.clear, rest);
}
