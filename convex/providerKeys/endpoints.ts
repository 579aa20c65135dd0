import { projectMutation, projectQuery } from "../api/builders";
import { pageBounds, readPage } from "../api/pagination";
import type { Page, PageRequest } from "../api/pagination";
import * as handlers from "./handlers";
import { newestFirst } from "./lists";
import { presentProviderKey } from "./present";
import type { ProviderKeyView } from "./present";

export const list = projectQuery(async (ctx, request: PageRequest): Promise<Page<ProviderKeyView>> => {
  const sources = [newestFirst(ctx, ctx.project._id)];
  const paged = { project: ctx.project, name: "project/provider-keys", sources };
  return await readPage(paged, request, pageBounds.small, presentProviderKey);
});

export const set = projectMutation(handlers.set);

export const remove = projectMutation(handlers.remove);
