import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { cancelJobsOf } from "../jobs/calling";
import { enqueueJob } from "../jobs/model";
import { knownDocument } from "../lib/named";
import { publicId } from "../lib/publicIds";
import { nextState } from "../lib/states";
import { killSandboxesOf } from "../sandboxes/ending";
import { purgeFromTrash, putInTrash, takeFromTrash } from "../lib/trash";
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
  return await knownDocument(ctx, "answeringSessions", id);
}

/** A session that is reviewed becomes a job: the agent may go on with the answers. */
export async function moveAnsweringSession(ctx: MutationCtx, session: Session, wanted: LiveStatus): Promise<Session> {
  const status = nextState("answering session", answeringMoves, wanted, session.status);
  if (status === session.status) return session;
  const completedAtMs = status === "completed" ? Date.now() : undefined;
  await ctx.db.patch("answeringSessions", session._id, { status, completedAtMs });
  if (status === "reviewed") {
    const work = { kind: "answeringSession.continue", answeringSessionId: session._id } as const;
    await enqueueJob(ctx, session.projectId, work);
  }
  return await knownDocument(ctx, "answeringSessions", session._id);
}

/** Questions were added or reviewed. */
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
  return status === null ? counted : await moveAnsweringSession(ctx, counted, status);
}

/** Archiving and deleting are the same. `by` is null for the job runner. */
export async function archiveAnsweringSession(
  ctx: MutationCtx,
  session: Session,
  by: Id<"users"> | null,
): Promise<Session> {
  const { _id, projectId, status } = session;
  const entityId = publicId("answeringSessions", _id);
  await ctx.db.patch("answeringSessions", _id, { status: "archived", statusBefore: status });
  await cancelJobsOf(ctx, _id);
  await killSandboxesOf(ctx, { kind: "answeringSession", answeringSessionId: _id });
  const name = `Answers to ${publicId("issueSessions", session.issueSessionId)}`;
  await putInTrash(ctx, "answeringSessions", _id, {
    projectId,
    type: "answeringSession",
    entityId,
    name,
    deletedBy: by,
  });
  return await knownDocument(ctx, "answeringSessions", _id);
}

/** It has the status that it had. */
export async function restoreAnsweringSession(ctx: MutationCtx, session: Session): Promise<void> {
  await takeFromTrash(ctx, "answeringSessions", session._id, publicId("answeringSessions", session._id));
  const status = session.statusBefore ?? "pending";
  await ctx.db.patch("answeringSessions", session._id, { status, statusBefore: undefined });
}

/** Its questions go in batches. */
export async function purgeAnsweringSession(ctx: MutationCtx, session: Session): Promise<void> {
  await purgeFromTrash(ctx, "answeringSessions", session._id, publicId("answeringSessions", session._id));
  const rest = { answeringSessionId: session._id };
  await ctx.scheduler.runAfter(0, internal.sessionQuestions.jobs.clear, rest);
}
