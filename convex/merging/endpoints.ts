import { projectMutation, projectQuery } from "../api/builders";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentMergeRun } from "./present";
import type { MergeRunView } from "./present";

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<MergeRunView>> => {
  const paged = { project: ctx.project, name: "merging", sources: [newestFirst(ctx, ctx.project._id)] };
  return await readPage(paged, request, pageBounds.usual, presentMergeRun);
});

export const start = projectMutation(handlers.start);
