import type { PaginationResult } from "convex/server";
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import { ownedDocument } from "../lib/named";
import { newestFirst } from "./lists";
import { presentQuestion } from "./present";
import type { QuestionView } from "./present";

export const list = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator, answeringSessionId: v.string() },
  handler: async (ctx, { answeringSessionId, paginationOpts }): Promise<PaginationResult<QuestionView>> => {
    const session = await ownedDocument(ctx, "answeringSessions", answeringSessionId);
    return await livePage(newestFirst(ctx, session._id), paginationOpts, (question) => presentQuestion(ctx, question));
  },
});
