import { projectMutation, projectQuery } from "../api/builders";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentSession } from "./present";
import type { SessionView } from "./present";

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<SessionView>> => {
  const paged = { project: ctx.project, name: "issue-sessions", sources: [newestFirst(ctx, ctx.project._id)] };
  return await readPage(paged, request, pageBounds.usual, presentSession);
});

export const get = projectQuery(handlers.get);

export const start = projectMutation(handlers.start);

export const rename = projectMutation(handlers.rename);

export const remove = projectMutation(handlers.remove);

export const restore = projectMutation(handlers.restore);

export const purge = projectMutation(handlers.purge);

export const removeMany = projectMutation(handlers.removeMany);
