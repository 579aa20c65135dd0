import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import { memberWrite, memberWriteAt, noBody } from "../dashboard/writes";
import { ownedDocument } from "../lib/named";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentAnsweringSession } from "./present";
import type { AnsweringSessionView } from "./present";
import * as requests from "./requests";
import { answeringStatus } from "./schema";

/** Lists answering sessions. Archived sessions are in the trash and not in this list. */
export const list = memberQuery("project:read", {
  args: {
    paginationOpts: paginationOptsValidator,
    issueSessionId: v.optional(v.string()),
    status: v.optional(answeringStatus),
  },
  handler: async (ctx, { issueSessionId, status, paginationOpts }): Promise<PaginationResult<AnsweringSessionView>> => {
    const issueSession =
      issueSessionId === undefined ? null : await ownedDocument(ctx, "issueSessions", issueSessionId);
    const range = newestFirst(ctx, ctx.project._id, { issueSessionId: issueSession?._id, status });
    return await livePage(range, paginationOpts, presentAnsweringSession);
  },
});

export const get = memberQuery("project:read", { args: { id: v.string() }, handler: handlers.get });

export const create = memberWrite("work:write", requests.create, handlers.create);

export const setStatus = memberWriteAt("work:write", ["id"], requests.setStatus, handlers.setStatus);

export const remove = memberWriteAt("work:write", ["id"], noBody, handlers.remove);
