import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { appendToFeed } from "../events/append";
import { hideItemsOf, addToInbox, removeFromInbox, removeItemsOf, showItemsOf } from "../inbox/model";
import { cancelJobsOf, cancelUnclaimedJobsOf } from "../jobs/cancellation";
import { enqueueJob } from "../jobs/model";
import { omitNullish } from "../lib/omitNullish";
import { getOrThrow } from "../lib/getDocument";
import { shortTitle } from "../lib/textLength";
import { nextState } from "../lib/states";
import { purgeFromTrash, moveToTrash, restoreFromTrash } from "../lib/trash";
import { killSandboxesOf } from "../sandboxes/ending";
import { clearTraces } from "./clearing";
import type { StartRequest } from "./requests";
import type { SessionStatus } from "./schema";
import { sessionCalls, sessionMoves } from "./status";
import { cancelOpenSteps } from "./steps";

type Session = Doc<"issueSessions">;

export async function startIssueSession(
  ctx: MutationCtx,
  project: Doc<"projects">,
  { prompt, templateId, memoryMb, cpuCount, timeoutMs }: StartRequest,
): Promise<Session> {
  const projectId = project._id;
  const issueSessionId = await ctx.db.insert("issueSessions", {
    projectId,
    name: shortTitle(prompt),
    status: "active",
    iteration: 0,
    issueCount: 0,
    ...omitNullish({ templateId, memoryMb, cpuCount, timeoutMs }),
  });
  await ctx.db.insert("issueSessionPrompts", { projectId, sessionId: issueSessionId, text: prompt });
  const limits = omitNullish({ timeLimitMs: timeoutMs });
  await enqueueJob(ctx, projectId, { kind: "issueSession.scan", issueSessionId }, limits);
  return await getOrThrow(ctx, "issueSessions", issueSessionId);
}

interface Circumstances {
  error?: string | undefined;
  /** Set when many sessions end at once. The sandboxes, steps and jobs of this one then end in a later transaction. */
  childrenEndLater?: boolean;
}

/** Sets the status of a session. Throws CONFLICT when the session is over and has another status. */
export async function moveIssueSession(
  ctx: MutationCtx,
  session: Session,
  wanted: SessionStatus,
  { error, childrenEndLater = false }: Circumstances = {},
): Promise<Session> {
  const status = nextState("issue session", sessionMoves, wanted, session.status);
  if (status === session.status) return session;
  const why = omitNullish({ error });
  await ctx.db.patch("issueSessions", session._id, { status, completedAtMs: Date.now(), ...why });
  const { _id: id, projectId, name: title } = session;
  if (status === "failed" || status === "completed") {
    const type = `issue_session.${status}` as const;
    await appendToFeed(ctx, { projectId, type, subject: { type: "issueSession", id }, data: { name: title, status } });
  }
  if (status === "failed") {
    await addToInbox(ctx, "session_failed", id, { projectId, title, reason: error ?? "The runner gave no reason." });
  }
  if (status === "completed") await cancelUnclaimedJobsOf(ctx, session._id);
  else if (childrenEndLater) await stopChildrenLater(ctx, session);
  else await stopChildren(ctx, session._id);
  return await getOrThrow(ctx, "issueSessions", session._id);
}

/** Ends the jobs, steps and sandboxes of a session that is over, in further transactions when this one is full. */
export async function stopChildren(ctx: MutationCtx, issueSessionId: Id<"issueSessions">): Promise<void> {
  await cancelJobsOf(ctx, issueSessionId);
  await cancelOpenSteps(ctx, issueSessionId);
  await killSandboxesOf(ctx, { kind: "issueSession", issueSessionId });
}

/** A later transaction may end the children of a session that was cancelled, because it never starts again. */
async function stopChildrenLater(ctx: MutationCtx, { _id: sessionId }: Session): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.issueSessions.scheduled.stopChildren, { sessionId });
}

/** Starts a failed session again; its steps and issues so far stay. Throws CONFLICT when it has not failed. */
export async function reopenIssueSession(ctx: MutationCtx, session: Session): Promise<void> {
  const { _id: issueSessionId, projectId, timeoutMs } = session;
  const status = nextState("issue session", sessionCalls, "redrive", session.status);
  await ctx.db.patch("issueSessions", issueSessionId, { status, error: undefined, completedAtMs: undefined });
  await removeFromInbox(ctx, "session_failed", issueSessionId);
  const limits = omitNullish({ timeLimitMs: timeoutMs });
  await enqueueJob(ctx, projectId, { kind: "issueSession.scan", issueSessionId }, limits);
}

/** Fails the session after its job has failed for good. A session that is over already does not change. */
export async function failIssueSession(ctx: MutationCtx, session: Session, error: string): Promise<void> {
  if (session.status === "active") await moveIssueSession(ctx, session, "failed", { error });
}

/** An active session is cancelled before it is deleted. With `isOneOfMany`, its children end in a later transaction. */
export async function discardIssueSession(
  ctx: MutationCtx,
  session: Session,
  { by, isOneOfMany = false }: { by: Id<"users">; isOneOfMany?: boolean },
): Promise<void> {
  if (session.status === "active") {
    await moveIssueSession(ctx, session, "cancelled", { childrenEndLater: isOneOfMany });
  }
  await moveToTrash(ctx, "issueSession", session, { name: session.name, by });
  await hideItemsOf(ctx, "issueSessions", session._id);
}

/** A session that was cancelled for the trash stays cancelled. Throws CONFLICT when it is not in the trash. */
export async function restoreIssueSession(ctx: MutationCtx, session: Session): Promise<void> {
  await restoreFromTrash(ctx, "issueSession", session);
  await showItemsOf(ctx, "issueSessions", session._id);
}

/** Deletes a session for good. Its issues stay. Throws CONFLICT when the session is not in the trash. */
export async function purgeIssueSession(ctx: MutationCtx, session: Session): Promise<void> {
  await purgeFromTrash(ctx, "issueSession", session);
  await removeItemsOf(ctx, "issueSessions", session._id);
  await clearTraces(ctx, session._id);
}

/** Returns the prompt of a session: what it must look for. */
export async function promptOf(ctx: QueryCtx, session: Doc<"issueSessions">): Promise<string> {
  const prompt = await ctx.db
    .query("issueSessionPrompts")
    .withIndex("by_session", (q) => q.eq("sessionId", session._id))
    .unique();
  if (prompt === null) throw new Error(`The prompt of the issue session ${session._id} is gone.`);
  return prompt.text;
}
