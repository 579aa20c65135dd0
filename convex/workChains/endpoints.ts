import { projectMutation, projectQuery } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import { presentIssue } from "../issues/present";
import type { IssueView } from "../issues/present";
import { ownedDocument } from "../lib/named";
import * as handlers from "./handlers";
import { newestFirst, newestIssuesOf } from "./lists";
import { presentWorkChain } from "./present";
import type { WorkChainView } from "./present";
import type { IssuesRequest } from "./requests";

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<WorkChainView>> => {
  const paged = { project: ctx.project, name: "work-chains", sources: [newestFirst(ctx, ctx.project._id)] };
  return await readPage(paged, request, pageBounds.usual, presentWorkChain);
});

export const get = projectQuery(handlers.get);

export const listIssues = projectQuery(async (ctx, { id, ...request }: IssuesRequest): Promise<Page<IssueView>> => {
  const chain = await ownedDocument(ctx, "workChains", id);
  const name = listName("work-chains/issues", { id });
  const paged = { project: ctx.project, name, sources: [newestIssuesOf(ctx, chain._id)] };
  return await readPage(paged, request, pageBounds.small, presentIssue);
});

export const create = projectMutation(handlers.create);

export const start = projectMutation(handlers.start);

export const remove = projectMutation(handlers.remove);
