import { projectMutation, projectQuery } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import { ownedDocument } from "../lib/named";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentAnsweringSession } from "./present";
import type { AnsweringSessionView } from "./present";
import type { ListRequest } from "./requests";

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

export const get = projectQuery(handlers.get);

export const create = projectMutation(handlers.create);

export const setStatus = projectMutation(handlers.setStatus);

export const remove = projectMutation(handlers.remove);
