import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import { memberWriteAt } from "../dashboard/writes";
import { ownedDocument } from "../lib/named";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentQuestion } from "./present";
import type { QuestionView } from "./present";
import * as requests from "./requests";

export const list = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator, answeringSessionId: v.string() },
  handler: async (ctx, { answeringSessionId, paginationOpts }): Promise<PaginationResult<QuestionView>> => {
    const session = await ownedDocument(ctx, "answeringSessions", answeringSessionId);
    return await livePage(newestFirst(ctx, session._id), paginationOpts, (question) => presentQuestion(ctx, question));
  },
});

export const review = memberWriteAt("work:write", ["id"], requests.review, handlers.review);

export const assume = memberWriteAt("work:write", ["id"], requests.assumption, handlers.assume);
