import { paginationOptsValidator } from "convex/server";
import type { PaginationResult } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "../dashboard/builders";
import { livePage } from "../dashboard/pages";
import { memberWrite } from "../dashboard/writes";
import { presentIssue } from "../issues/present";
import type { IssueView } from "../issues/present";
import { ownedDocument } from "../lib/named";
import * as handlers from "./handlers";
import { newestFirst, newestIssuesOf } from "./lists";
import { presentWorkChain } from "./present";
import type { WorkChainView } from "./present";
import * as requests from "./requests";

export const list = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator },
  handler: async (ctx, { paginationOpts }): Promise<PaginationResult<WorkChainView>> =>
    await livePage(newestFirst(ctx, ctx.project._id), paginationOpts, presentWorkChain),
});

export const get = memberQuery("project:read", { args: { id: v.string() }, handler: handlers.get });

/** Lists the issues of a work chain, newest first. */
export const issues = memberQuery("project:read", {
  args: { paginationOpts: paginationOptsValidator, id: v.string() },
  handler: async (ctx, { paginationOpts, id }): Promise<PaginationResult<IssueView>> => {
    const chain = await ownedDocument(ctx, "workChains", id);
    return await livePage(newestIssuesOf(ctx, chain._id), paginationOpts, presentIssue);
  },
});

export const create = memberWrite("work:write", requests.create, handlers.create);

export const start = memberWrite("work:write", requests.named, handlers.start);

export const remove = memberWrite("work:write", requests.named, handlers.remove);
