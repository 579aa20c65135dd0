import { projectMutation, projectQuery } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import { ownedDocument } from "../lib/named";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentQuestion } from "./present";
import type { QuestionView } from "./present";
import type { ListRequest } from "./requests";

export const list = projectQuery(
  async (ctx, { answeringSessionId, ...request }: ListRequest): Promise<Page<QuestionView>> => {
    const session = await ownedDocument(ctx, "answeringSessions", answeringSessionId);
    const name = listName("session-questions", { answeringSessionId: session._id });
    const paged = { project: ctx.project, name, sources: [newestFirst(ctx, session._id)] };
    return await readPage(paged, request, pageBounds.usual, (question) => presentQuestion(ctx, question));
  },
);

export const review = projectMutation(handlers.review);

export const assume = projectMutation(handlers.assume);
