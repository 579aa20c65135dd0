import { projectMutations, projectQuery, projectQueries } from "../api/builders";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import * as handlers from "./handlers";
import { oldestFirst } from "./lists";
import { presentItem } from "./present";
import type { InboxItemView } from "./present";

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<InboxItemView>> => {
  const { project } = ctx;
  const sources = [oldestFirst(ctx, project._id)];
  return await readPage(
    { project, name: "inbox", sources, isOldestFirst: true },
    request,
    pageBounds.usual,
    presentItem,
  );
});

export const { count } = projectQueries(handlers);
export const { dismiss } = projectMutations(handlers);
