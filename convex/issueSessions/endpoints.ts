import { projectMutation, projectQuery } from "../api/builders";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import { ownedDocuments } from "../lib/bulk";
import { documentInOrOutOfTrash, knownDocument, ownedDocument } from "../lib/named";
import { publicId } from "../lib/publicIds";
import { discardIssueSession, purgeIssueSession, restoreIssueSession, startIssueSession } from "./model";
import { presentDetail, presentSession } from "./present";
import type { SessionDetail, SessionView } from "./present";
import type { StartRequest } from "./requests";

type One = { sessionId: string };

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<SessionView>> => {
  const newestFirst = (fromMs: number) =>
    ctx.db
      .query("issueSessions")
      .withIndex("by_project", (q) =>
        q.eq("projectId", ctx.project._id).eq("deletedAtMs", undefined).lte("_creationTime", fromMs),
      )
      .order("desc");
  const paged = { project: ctx.project, name: "issue-sessions", sources: [newestFirst] };
  return await readPage(paged, request, pageBounds.usual, presentSession);
});

export const get = projectQuery(async (ctx, { id }: { id: string }): Promise<SessionDetail> =>
  presentDetail(ctx, await ownedDocument(ctx, "issueSessions", id)),
);

export const start = projectMutation(async (ctx, request: StartRequest): Promise<SessionView> =>
  presentSession(await startIssueSession(ctx, ctx.project, request)),
);

export const rename = projectMutation(
  async (ctx, { sessionId, name }: One & { name: string }): Promise<SessionView> => {
    const session = await ownedDocument(ctx, "issueSessions", sessionId);
    await ctx.db.patch("issueSessions", session._id, { name });
    return presentSession({ ...session, name });
  },
);

export const remove = projectMutation(async (ctx, { sessionId }: One) => {
  const session = await ownedDocument(ctx, "issueSessions", sessionId);
  await discardIssueSession(ctx, session, ctx.key.userId);
  const id = publicId("issueSessions", session._id);
  return { id, _id: id, deleted: true };
});

export const restore = projectMutation(async (ctx, { sessionId }: One): Promise<SessionView> => {
  const session = await documentInOrOutOfTrash(ctx, "issueSessions", sessionId);
  await restoreIssueSession(ctx, session);
  return presentSession(await knownDocument(ctx, "issueSessions", session._id));
});

export const purge = projectMutation(async (ctx, { sessionId }: One) => {
  const session = await documentInOrOutOfTrash(ctx, "issueSessions", sessionId);
  await purgeIssueSession(ctx, session);
  const id = publicId("issueSessions", session._id);
  return { id, _id: id, deleted: true };
});

export const removeMany = projectMutation(async (ctx, { sessionIds }: { sessionIds: string[] }) => {
  const sessions = await ownedDocuments(ctx, "issueSessions", sessionIds);
  for (const session of sessions) await discardIssueSession(ctx, session, ctx.key.userId);
  return { ids: sessions.map(({ _id }) => publicId("issueSessions", _id)), count: sessions.length, deleted: true };
});
