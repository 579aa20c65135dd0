import { projectMutation, projectQuery } from "../api/builders";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentWorkflow } from "./present";
import type { WorkflowView } from "./present";

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<WorkflowView>> => {
  const paged = { project: ctx.project, name: "workflows", sources: [newestFirst(ctx, ctx.project._id)] };
  return await readPage(paged, request, pageBounds.small, presentWorkflow);
});

export const get = projectQuery(handlers.get);

export const create = projectMutation(handlers.create);

export const update = projectMutation(handlers.update);

export const remove = projectMutation(handlers.remove);
