import { projectMutation, projectQuery } from "../api/builders";
import { listName, pageBounds, readPage } from "../api/pagination";
import type { Page } from "../api/pagination";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentVersion } from "./present";
import type { VersionView } from "./present";
import type { ListRequest } from "./requests";

export const list = projectQuery(
  async (ctx, { limit, cursor, ...filters }: ListRequest): Promise<Page<VersionView>> => {
    const sources = [newestFirst(ctx, ctx.project._id, filters)];
    const paged = { project: ctx.project, name: listName("learning-versions", filters), sources };
    return await readPage(paged, { limit, cursor }, pageBounds.usual, (version) => presentVersion(ctx, version));
  },
);

export const get = projectQuery(handlers.get);

export const active = projectQuery(handlers.active);

export const compile = projectMutation(handlers.compile);

export const activate = projectMutation(handlers.activate);

export const deactivate = projectMutation(handlers.deactivate);
