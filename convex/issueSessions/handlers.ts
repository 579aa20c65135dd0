import { getManyOwn } from "../lib/getManyOwn";
import type { ReadCtx, WriteCtx } from "../callers/caller";
import { listOf } from "../callers/lists";
import { getOwnOrTrashed, getOrThrow, getOwn } from "../lib/getDocument";
import { newestFirstBy } from "../lib/newestFirst";
import { idsOfAll, withIds } from "../lib/publicIds";
import { discardIssueSession, purgeIssueSession, restoreIssueSession, startIssueSession } from "./model";
import { presentDetail, presentSession } from "./present";
import type { SessionDetail, SessionView } from "./present";
import type { StartRequest } from "./requests";

type One = { sessionId: string };

export const list = listOf({
  name: "issue-sessions",
  bounds: "usual",
  filters: {},
  find: (ctx) => ({
    range: newestFirstBy(ctx, "issueSessions", "by_project", { projectId: ctx.project._id, deletedAtMs: undefined }),
  }),
  present: presentSession,
});

export async function get(ctx: ReadCtx, { id }: { id: string }): Promise<SessionDetail> {
  return presentDetail(ctx, await getOwn(ctx, "issueSessions", id));
}

export async function start(ctx: WriteCtx, request: StartRequest): Promise<SessionView> {
  return presentSession(await startIssueSession(ctx, ctx.project, request));
}

export async function rename(ctx: WriteCtx, { sessionId, name }: One & { name: string }): Promise<SessionView> {
  const session = await getOwn(ctx, "issueSessions", sessionId);
  await ctx.db.patch("issueSessions", session._id, { name });
  return presentSession({ ...session, name });
}

export async function remove(ctx: WriteCtx, { sessionId }: One) {
  const session = await getOwn(ctx, "issueSessions", sessionId);
  await discardIssueSession(ctx, session, { by: ctx.userId });
  return withIds("issueSessions", session._id, { deleted: true });
}

export async function restore(ctx: WriteCtx, { sessionId }: One): Promise<SessionView> {
  const session = await getOwnOrTrashed(ctx, "issueSessions", sessionId);
  await restoreIssueSession(ctx, session);
  return presentSession(await getOrThrow(ctx, "issueSessions", session._id));
}

export async function purge(ctx: WriteCtx, { sessionId }: One) {
  const session = await getOwnOrTrashed(ctx, "issueSessions", sessionId);
  await purgeIssueSession(ctx, session);
  return withIds("issueSessions", session._id, { deleted: true });
}

export async function removeMany(ctx: WriteCtx, { sessionIds }: { sessionIds: string[] }) {
  const sessions = await getManyOwn(ctx, "issueSessions", { field: "sessionIds", ids: sessionIds });
  for (const session of sessions) await discardIssueSession(ctx, session, { by: ctx.userId, isOneOfMany: true });
  return { ...idsOfAll("issueSessions", sessions), deleted: true };
}
