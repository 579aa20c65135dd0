import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { cancelJobsOf, enqueueJob } from "../jobs/model";
import { knownDocument } from "../lib/named";
import { publicId } from "../lib/publicIds";
import { shortName } from "../lib/shortNames";
import { nextState } from "../lib/states";
import { changeSandboxStatus, isActiveSandbox } from "../sandboxes/status";
import { purgeFromTrash, putInTrash, takeFromTrash } from "../trash/model";
import { clearTraces } from "./clearing";
import type { StartRequest } from "./requests";
import type { SessionStatus } from "./schema";
import { sessionMoves } from "./status";
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
    name: shortName(prompt),
    status: "active",
    iteration: 0,
    issueCount: 0,
    ...(templateId == null ? {} : { templateId }),
    ...(memoryMb == null ? {} : { memoryMb }),
    ...(cpuCount == null ? {} : { cpuCount }),
    ...(timeoutMs == null ? {} : { timeoutMs }),
  });
  await ctx.db.insert("issueSessionPrompts", { projectId, sessionId: issueSessionId, text: prompt });
  const limits = timeoutMs == null ? {} : { timeLimitMs: timeoutMs };
  await enqueueJob(ctx, projectId, { kind: "issueSession.scan", issueSessionId }, limits);
  return await knownDocument(ctx, "issueSessions", issueSessionId);
}

/** Throws CONFLICT for another status than that of a session that is over. */
export async function moveIssueSession(
  ctx: MutationCtx,
  session: Session,
  wanted: SessionStatus,
  error?: string,
): Promise<Session> {
  const status = nextState("issue session", sessionMoves, wanted, session.status);
  if (status === session.status) return session;
  const why = error === undefined ? {} : { error };
  await ctx.db.patch("issueSessions", session._id, { status, completedAtMs: Date.now(), ...why });
  if (status !== "completed") await stopChildren(ctx, session);
  return await knownDocument(ctx, "issueSessions", session._id);
}

/** Nothing of a session that was cancelled or has failed goes on. */
async function stopChildren(ctx: MutationCtx, session: Session): Promise<void> {
  await cancelJobsOf(ctx, session._id);
  await cancelOpenSteps(ctx, session);
  const sandbox = session.sandboxId === undefined ? null : await ctx.db.get("sandboxes", session.sandboxId);
  if (sandbox !== null && isActiveSandbox(sandbox.status)) await changeSandboxStatus(ctx, sandbox, "killed");
}

/** Its job has failed for good. A session that is over stays as it is. */
export async function failIssueSession(ctx: MutationCtx, session: Session, error: string): Promise<void> {
  if (session.status === "active") await moveIssueSession(ctx, session, "failed", error);
}

/** One that is active is cancelled first. */
export async function discardIssueSession(ctx: MutationCtx, session: Session, by: Id<"users">): Promise<void> {
  if (session.status === "active") await moveIssueSession(ctx, session, "cancelled");
  const { _id, projectId, name } = session;
  const entityId = publicId("issueSessions", _id);
  await putInTrash(ctx, "issueSessions", _id, { projectId, type: "issueSession", entityId, name, deletedBy: by });
}

/** Throws CONFLICT for what is not in the trash. A session that was cancelled on its way there stays so. */
export async function restoreIssueSession(ctx: MutationCtx, session: Session): Promise<void> {
  await takeFromTrash(ctx, "issueSessions", session._id, publicId("issueSessions", session._id));
}

/**
 * Throws CONFLICT for what is not in the trash. The session is gone at once; what hangs on it follows in batches. The
 * issues that it has discovered stay.
 */
export async function purgeIssueSession(ctx: MutationCtx, session: Session): Promise<void> {
  await purgeFromTrash(ctx, "issueSessions", session._id, publicId("issueSessions", session._id));
  await clearTraces(ctx, session._id);
}
