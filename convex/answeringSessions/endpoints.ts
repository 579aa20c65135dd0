import { projectMutation, projectQuery } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import { ownedDocument } from "../lib/named";
import { archiveAnsweringSession, createAnsweringSession, moveAnsweringSession } from "./model";
import { newestFirst } from "./lists";
import { presentAnsweringSession } from "./present";
import type { AnsweringSessionView } from "./present";
import type { ListRequest, StatusRequest } from "./requests";

export const list = projectQuery(
  async (ctx, { issueSessionId, status, ...request }: ListRequest): Promise<Page<AnsweringSessionView>> => {
    const issueSession =
      issueSessionId === undefined ? null : await ownedDocument(ctx, "issueSessions", issueSessionId);
    const filters = { issueSessionId: issueSession?._id, status };
    const paged = {
      project: ctx.project,
      name: listName("answering-sessions", filters),
      sources: [newestFirst(ctx, ctx.project._id, filters)],
    };
    return await readPage(paged, request, pageBounds.usual, presentAnsweringSession);
  },
);

export const get = projectQuery(async (ctx, { id }: { id: string }): Promise<AnsweringSessionView> =>
  presentAnsweringSession(await ownedDocument(ctx, "answeringSessions", id)),
);

export const create = projectMutation(
  async (ctx, { issueSessionId }: { issueSessionId: string }): Promise<AnsweringSessionView> => {
    const issueSession = await ownedDocument(ctx, "issueSessions", issueSessionId);
    return presentAnsweringSession(await createAnsweringSession(ctx, issueSession));
  },
);

export const setStatus = projectMutation(
  async (ctx, { id, status }: { id: string } & StatusRequest): Promise<AnsweringSessionView> => {
    const session = await ownedDocument(ctx, "answeringSessions", id);
    return presentAnsweringSession(
      status === "archived"
        ? await archiveAnsweringSession(ctx, session, ctx.key.userId)
        : await moveAnsweringSession(ctx, session, status),
    );
  },
);

export const remove = projectMutation(async (ctx, { id }: { id: string }) => {
  const session = await ownedDocument(ctx, "answeringSessions", id);
  const archived = presentAnsweringSession(await archiveAnsweringSession(ctx, session, ctx.key.userId));
  return { id: archived.id, _id: archived.id, status: archived.status, deleted: true };
});
