import { projectMutation, projectQuery } from "../api/builders";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentSprintChain } from "./present";
import type { SprintChainView } from "./present";

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<SprintChainView>> => {
  const paged = { project: ctx.project, name: "sprint-chains", sources: [newestFirst(ctx, ctx.project._id)] };
  return await readPage(paged, request, pageBounds.small, presentSprintChain);
});

export const get = projectQuery(handlers.get);

export const create = projectMutation(handlers.create);

export const remove = projectMutation(handlers.remove);
