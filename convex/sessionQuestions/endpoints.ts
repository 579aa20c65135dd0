import { projectMutation, projectQuery } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import { ownedDocument } from "../lib/named";
import { changeAssumption, reviewQuestion } from "./model";
import { presentQuestion } from "./present";
import type { QuestionView } from "./present";
import type { ListRequest, ReviewRequest } from "./requests";

export const list = projectQuery(
  async (ctx, { answeringSessionId, ...request }: ListRequest): Promise<Page<QuestionView>> => {
    const session = await ownedDocument(ctx, "answeringSessions", answeringSessionId);
    const newestFirst = (fromMs: number) =>
      ctx.db
        .query("sessionQuestions")
        .withIndex("by_session", (q) => q.eq("answeringSessionId", session._id).lte("_creationTime", fromMs))
        .order("desc");
    const name = listName("session-questions", { answeringSessionId: session._id });
    const paged = { project: ctx.project, name, sources: [newestFirst] };
    return await readPage(paged, request, pageBounds.usual, (question) => presentQuestion(ctx, question));
  },
);

export const review = projectMutation(
  async (ctx, { id, ...request }: { id: string } & ReviewRequest): Promise<QuestionView> => {
    const question = await ownedDocument(ctx, "sessionQuestions", id);
    return await presentQuestion(ctx, await reviewQuestion(ctx, question, request, ctx.key.userId));
  },
);

export const assume = projectMutation(
  async (ctx, { id, assumption }: { id: string; assumption: string }): Promise<QuestionView> => {
    const question = await ownedDocument(ctx, "sessionQuestions", id);
    return await presentQuestion(ctx, await changeAssumption(ctx, question, assumption));
  },
);
