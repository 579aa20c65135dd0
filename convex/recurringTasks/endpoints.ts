import { projectMutation, projectQuery } from "../api/builders";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentTask } from "./present";
import type { RecurringTaskView } from "./present";

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<RecurringTaskView>> => {
  const paged = { project: ctx.project, name: "recurring-tasks", sources: [newestFirst(ctx, ctx.project._id)] };
  return await readPage(paged, request, pageBounds.small, presentTask);
});

export const get = projectQuery(handlers.get);

export const create = projectMutation(handlers.create);

export const update = projectMutation(handlers.update);

export const toggle = projectMutation(handlers.toggle);

export const remove = projectMutation(handlers.remove);
